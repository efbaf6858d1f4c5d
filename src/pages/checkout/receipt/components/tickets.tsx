import type { VNode } from 'preact';
import type { ReceiptOrder, ReceiptTickets } from '../contract.ts';
import type { Words } from '../formats.ts';
import { formAddress, inAskedLanguage } from '../in-asked-language.ts';
import type { Texts } from '../texts/texts.ts';
import { Ticket } from './ticket.tsx';

/** The tickets as they are shown at the door: one to a screen, the code as large as the phone is wide. */
export function Tickets(props: { order: ReceiptOrder; tickets: ReceiptTickets; words: Words }): VNode {
  const { order, tickets, words } = props;
  const texts = words.texts.tickets;
  return (
    <section class="tickets" aria-labelledby="tickets">
      <h2 id="tickets">{texts.heading(tickets.count)}</h2>
      <ol>
        {tickets.shown.map((ticket, index) => (
          <li key={ticket.position}>
            <Ticket
              ticket={ticket}
              event={order.event}
              renameAddress={formAddress(order, 'rename')}
              passOnAddress={formAddress(order, 'pass-on')}
              wallets={order.wallets}
              passAddress={`${order.receiptToken}/tickets/${ticket.position}`}
              count={tickets.count}
              next={tickets.shown[index + 1]?.position ?? null}
              words={words}
            />
          </li>
        ))}
      </ol>
      {tickets.pages > 1 && <Pages order={order} tickets={tickets} texts={texts} />}
    </section>
  );
}

function Pages(props: { order: ReceiptOrder; tickets: ReceiptTickets; texts: Texts['tickets'] }): VNode {
  const { order } = props;
  const { pages, currentPage, perPage, count } = props.tickets;
  const nameRange = (page: number): string => {
    const [first, last] = [(page - 1) * perPage + 1, Math.min(page * perPage, count)];
    return first === last ? String(first) : props.texts.range({ first, last });
  };
  return (
    <nav class="pages" aria-label={props.texts.pages}>
      <ul>
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <a
              href={inAskedLanguage(order, `${order.receiptToken}?tickets=${page}#tickets`)}
              aria-current={page === currentPage ? 'page' : undefined}
            >
              {nameRange(page)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
