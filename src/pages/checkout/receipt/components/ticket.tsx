import type { VNode } from 'preact';
import { isOfSection, seatParts } from '../../../../rules/seat-name.ts';
import { Icon } from '../../../shared/icon.tsx';
import { QrCode } from '../../../shared/qr-code.tsx';
import { checkIcon, crossIcon, downIcon } from '../../../shared/icons.ts';
import type { ReceiptEvent, ReceiptOrder, ReceiptTicket } from '../contract.ts';
import type { Words } from '../formats.ts';
import type { Texts } from '../texts/texts.ts';
import { Fact } from './fact.tsx';

export function Ticket(props: {
  ticket: ReceiptTicket;
  event: ReceiptEvent;
  /** The address of its form for another name. */
  renameAddress: string;
  /** That of its form for another holder. */
  passOnAddress: string;
  /** The wallets of the reader's device, and the address below which the ticket's passes are. */
  wallets: ReceiptOrder['wallets'];
  passAddress: string;
  /** How many the order has. */
  count: number;
  /** The position of the ticket below, if there is one. */
  next: number | null;
  words: Words;
}): VNode {
  const { ticket, event, words } = props;
  const texts = words.texts.tickets;
  const id = `ticket-${ticket.position}`;
  const number = texts.number({ position: ticket.position, count: props.count });
  return (
    <article class={`ticket ${ticket.face.state}`} id={id} aria-labelledby={`${id}-name`}>
      <div class="about">
        <p class="number">{number}</p>
        <h3 id={`${id}-name`} dir="auto">
          {ticket.typeName}
        </h3>
        <p class="event" dir="auto">
          {event.name}
        </p>
        <p class="when">{words.formats.when(event)}</p>
      </div>
      <div class="code">
        <Face
          face={ticket.face}
          title={texts.qrCode({ ticket: number, typeName: ticket.typeName, holder: ticket.holder })}
          words={words}
        />
      </div>
      <div class="holder">
        <dl>
          {ticket.seat && <Seat ticket={ticket} seat={ticket.seat} texts={texts} />}
          <Fact class="wide" name={texts.holder}>
            <bdi>{ticket.holder}</bdi>
          </Fact>
          {ticket.shortCode !== null && (
            <Fact class="wide" name={texts.shortCode}>
              <span class="letters">{ticket.shortCode}</span>
            </Fact>
          )}
        </dl>
        {ticket.face.state === 'live' && (
          <AddToWallet wallets={props.wallets} address={props.passAddress} texts={words.passes} />
        )}
        {ticket.rename && (
          <Rename
            id={id}
            position={ticket.position}
            name={ticket.rename}
            address={props.renameAddress}
            texts={texts.rename}
          />
        )}
        {ticket.mayPassOn && (
          <PassOn
            id={id}
            position={ticket.position}
            address={props.passOnAddress}
            texts={{ ...texts.rename, ...texts.passOn }}
          />
        )}
        {props.next !== null && (
          <a class="next" href={`#ticket-${props.next}`}>
            {texts.next} <Icon path={downIcon} />
          </a>
        )}
      </div>
    </article>
  );
}

/** Plain buttons in the platforms' words: their badges are drawings of theirs, which are not ours to hand on. */
function AddToWallet(props: {
  wallets: ReceiptOrder['wallets'];
  address: string;
  texts: Words['passes'];
}): VNode | null {
  const { wallets, address, texts } = props;
  if (!wallets.apple && !wallets.google) return null;
  return (
    <p class="wallets">
      {wallets.apple && (
        <a class="button" href={`${address}/ticket.pkpass`}>
          {texts.apple}
        </a>
      )}
      {wallets.google && (
        <a class="button" href={`${address}/google-wallet`}>
          {texts.google}
        </a>
      )}
    </p>
  );
}

/** A field of a ticket's forms, which work without a script. */
function Field(props: {
  id: string;
  name: 'firstName' | 'lastName' | 'email';
  label: string;
  value?: string;
}): VNode {
  const { id, name, label, value = '' } = props;
  const common = { id, name, value, required: true, autocomplete: 'off' } as const;
  return (
    <div>
      <label for={id}>{label}</label>
      {name === 'email' ? (
        <input type="email" {...common} maxLength={254} dir="ltr" />
      ) : (
        <input {...common} maxLength={100} dir="auto" />
      )}
    </div>
  );
}

function Rename(props: {
  id: string;
  position: number;
  name: NonNullable<ReceiptTicket['rename']>;
  address: string;
  texts: Texts['tickets']['rename'];
}): VNode {
  const { id, name, texts } = props;
  return (
    <details class="rename">
      <summary>{texts.open}</summary>
      <form method="post" action={props.address}>
        <input type="hidden" name="position" value={props.position} />
        <Field id={`${id}-firstName`} name="firstName" label={texts.first} value={name.firstName} />
        <Field id={`${id}-lastName`} name="lastName" label={texts.last} value={name.lastName} />
        <p>{texts.stays}</p>
        <button>{texts.save}</button>
      </form>
    </details>
  );
}

/** The ticket gets another holder, and another code. */
function PassOn(props: {
  id: string;
  position: number;
  address: string;
  texts: Texts['tickets']['rename'] & Texts['tickets']['passOn'];
}): VNode {
  const { id, texts } = props;
  return (
    <details class="rename">
      <summary>{texts.open}</summary>
      <form method="post" action={props.address}>
        <input type="hidden" name="position" value={props.position} />
        <Field id={`${id}-to-firstName`} name="firstName" label={texts.first} />
        <Field id={`${id}-to-lastName`} name="lastName" label={texts.last} />
        <Field id={`${id}-to-email`} name="email" label={texts.email} />
        <p>{texts.about}</p>
        <button>{texts.save}</button>
      </form>
    </details>
  );
}

/** A ticket that can't be used has no code: nobody queues with a ticket that will be turned away. */
function Face(props: { face: ReceiptTicket['face']; title: string; words: Words }): VNode {
  const { face, words } = props;
  const texts = words.texts.tickets;
  if (face.state === 'live') return <QrCode qr={face.qr} label={props.title} />;
  const isUsed = face.state === 'used';
  const when = words.formats.moment(face.at);
  return (
    <div class="stamp">
      <Icon path={isUsed ? checkIcon : crossIcon} />
      <strong>{isUsed ? texts.used : texts.void}</strong>
      <span>{isUsed ? texts.usedAt(when) : texts.voidSince(when)}</span>
    </div>
  );
}

function Seat(props: {
  ticket: ReceiptTicket;
  seat: NonNullable<ReceiptTicket['seat']>;
  texts: Texts['tickets'];
}): VNode {
  const { ticket, texts } = props;
  const { section, row, seat } = seatParts(props.seat);
  return (
    <>
      {!isOfSection(ticket.typeName, { section }) && <Fact name={texts.section}>{section}</Fact>}
      <Fact name={texts.row}>{row}</Fact>
      <Fact name={texts.seat}>{seat}</Fact>
    </>
  );
}
