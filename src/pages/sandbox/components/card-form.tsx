import type { VNode } from 'preact';
import type { TestCard } from '../server/test-cards.ts';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, lockIcon } from '../../shared/icons.ts';
import type { PayTrouble } from '../contract.ts';
import { TROUBLES } from './troubles.ts';

export function CardForm(props: {
  cards: readonly TestCard[];
  amount: string;
  trouble: PayTrouble | null;
}): VNode {
  const isTyped = props.trouble === 'not_a_test_card';
  // Cancelling is a card too: of two values with one name the last counts, and the button comes after the cards.
  return (
    <form method="post" autocomplete="off">
      <h1>Pay by card</h1>
      {props.trouble && <Trouble trouble={props.trouble} />}
      <fieldset>
        <legend>Choose a test card</legend>
        <div class="cards">
          {props.cards.map((card) => (
            <Card key={card.behaviour} card={card} isChecked={!isTyped && card.behaviour === 'success'} />
          ))}
          <TypedCard isTyped={isTyped} />
        </div>
      </fieldset>
      <div class="actions">
        <button class="pay">
          <Icon path={lockIcon} />
          <span>Pay {props.amount}</span>
        </button>
      </div>
      <button class="cancel" name="card" value="leave">
        Cancel and go back
      </button>
    </form>
  );
}

function Trouble({ trouble }: { trouble: PayTrouble }): VNode {
  const { title, text } = TROUBLES[trouble];
  return (
    <div class="trouble" role="alert" tabIndex={-1}>
      <Icon path={alertIcon} />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </div>
  );
}

function Card({ card, isChecked }: { card: TestCard; isChecked: boolean }): VNode {
  const about = `about-${card.behaviour}`;
  return (
    <div class={`card ${card.behaviour}`}>
      <label class="face">
        <input type="radio" name="card" value={card.behaviour} aria-describedby={about} checked={isChecked} />
        <span class="name">{card.name}</span>
        <span class="number mono">{card.number}</span>
      </label>
      <p class="about" id={about}>
        {card.about}
      </p>
    </div>
  );
}

function TypedCard({ isTyped }: { isTyped: boolean }): VNode {
  return (
    <div class="card typed">
      <label class="face">
        <input type="radio" name="card" value="typed" checked={isTyped} />
        <span class="name">Type a card number</span>
      </label>
      <div class="number-field">
        <label for="number">Card number</label>
        <input
          id="number"
          name="number"
          class="mono"
          inputMode="numeric"
          maxLength={40}
          placeholder="4242 4242 4242 4242"
          aria-describedby="number-note"
          aria-invalid={isTyped ? 'true' : undefined}
        />
        <p id="number-note">One of the numbers above. Never a real card.</p>
      </div>
    </div>
  );
}
