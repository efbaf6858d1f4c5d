import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { calendarIcon } from '../../../shared/icons.ts';
import type { ReceiptMove, ReceiptOrder } from '../contract.ts';
import type { Words } from '../formats.ts';
import { inAskedLanguage } from '../in-asked-language.ts';

/** From which day to which the event was moved, and the host's offer to take the tickets back. It works without a script. */
export function Move({
  order,
  move,
  words,
}: {
  order: ReceiptOrder;
  move: ReceiptMove;
  words: Words;
}): VNode {
  const texts = words.texts.move;
  const { event } = order;
  return (
    <section class="move" aria-labelledby="move">
      <h2 id="move">
        <Icon path={calendarIcon} />
        {texts.heading}
      </h2>
      {move.before && (
        <p>
          {texts.from(words.formats.when(move.before))} <strong>{texts.to(words.formats.when(event))}</strong>{' '}
          {texts.stayGood}
        </p>
      )}
      {move.message !== '' && (
        <div class="message">
          <h3>{texts.message(event.hostName)}</h3>
          <p dir="auto">{move.message}</p>
        </div>
      )}
      {move.offer && <Offer order={order} offer={move.offer} words={words} />}
    </section>
  );
}

/** Opened first, and then confirmed: it can’t be undone. */
function Offer(props: {
  order: ReceiptOrder;
  offer: NonNullable<ReceiptMove['offer']>;
  words: Words;
}): VNode {
  const { order, offer, words } = props;
  const texts = words.texts.move;
  const sum = offer.amountMinor > 0 ? words.formats.sum(offer.amountMinor, order.summary.currency) : null;
  const count = order.tickets?.liveCount ?? 1;
  return (
    <details class="offer">
      <summary>{texts.giveBack(count)}</summary>
      <form method="post" action={inAskedLanguage(order, `${order.receiptToken}/give-back`)}>
        <p>{texts.until(words.formats.moment(offer.until))}</p>
        <p>{sum === null ? texts.nothingPaid(count) : texts.goesBack({ sum, count })}</p>
        <button class="main">{texts.confirm(count)}</button>
      </form>
    </details>
  );
}
