import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { calendarIcon, downloadIcon, letterIcon } from '../../../shared/icons.ts';
import { ShareLinks } from '../../../shared/share-links.tsx';
import type { ReceiptMail, ReceiptOrder, ReceiptTickets } from '../contract.ts';
import type { Words } from '../formats.ts';
import { inAskedLanguage } from '../in-asked-language.ts';

// More addresses than these are counted, not named.
const MAX_ADDRESSES = 3;
// Wallet takes no more at once.
const MAX_IN_WALLET = 10;

export function Actions(props: { order: ReceiptOrder; tickets: ReceiptTickets; words: Words }): VNode {
  const { receiptToken, mails, event, wallets } = props.order;
  const { nextAddress, liveCount } = props.tickets;
  const texts = props.words.texts.actions;
  return (
    <div class="actions">
      <p class="buttons">
        {nextAddress !== null && !event.isOnline && (
          <a class="button main to-ticket" href={inAskedLanguage(props.order, nextAddress)}>
            {texts.door}
          </a>
        )}
        <a class="button" href={`${receiptToken}/calendar.ics`}>
          <Icon path={calendarIcon} />
          {texts.calendar}
        </a>
        <a class="button" href={`${receiptToken}/tickets.pdf`}>
          <Icon path={downloadIcon} />
          {texts.pdf}
        </a>
        {wallets.apple && nextAddress !== null && liveCount > 1 && liveCount <= MAX_IN_WALLET && (
          <a class="button" href={`${receiptToken}/tickets.pkpasses`}>
            {props.words.passes.allApple}
          </a>
        )}
        {event.pageUrl !== null && (
          <ShareLinks
            name={event.name}
            date={event.date}
            address={event.pageUrl}
            class="button"
            texts={texts.share}
          />
        )}
      </p>
      <form method="post" action={inAskedLanguage(props.order, `${receiptToken}/resend`)}>
        <p>
          <Icon path={letterIcon} />
          <span>{describeMails(mails, props.words)}</span>
        </p>
        <button>{texts.resend}</button>
      </form>
    </div>
  );
}

function describeMails(mails: ReceiptMail[], { texts: { actions: texts }, formats }: Words): string {
  if (mails.length === 0) return texts.onThisPage;
  const addressesOf = (state: ReceiptMail['state']): string => {
    const addresses = mails.filter((mail) => mail.state === state).map(({ maskedEmail }) => maskedEmail);
    const named = addresses.slice(0, MAX_ADDRESSES);
    if (addresses.length > named.length) named.push(texts.more(addresses.length - named.length));
    return formats.list(named);
  };
  const [sent, waiting, refused] = [addressesOf('sent'), addressesOf('waiting'), addressesOf('refused')];
  return [
    sent && texts.sentTo(sent),
    waiting && texts.onTheWayTo(waiting),
    refused && texts.refusedBy(refused),
  ]
    .filter(Boolean)
    .join(' ');
}
