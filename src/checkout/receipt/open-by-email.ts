import type { Database } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { resendTickets } from '../../tickets/mails/resend-tickets.ts';
import { findOrder, readReference } from '../../orders/find-order.ts';
import { html } from '../../mail/html.ts';
import { icon } from './draw-icon.ts';
import { ASSETS, ASSETS_BELOW, headline, layout } from './receipt-layout.ts';

/**
 * What is shown where no receipt token is: for a reference the way to the receipt, which leads through the buyer's inbox,
 * the same whether or not there is such an order; for anything else one page that tells nobody how an address is made.
 */
export function renderClosed(
  typed: string,
  { isBelow = false, wasAsked = false }: { isBelow?: boolean; wasAsked?: boolean } = {},
): string {
  const assets = isBelow ? ASSETS_BELOW : ASSETS;
  const reference = readReference(typed);
  if (reference === null) {
    const title = 'We can’t find this order';
    const text =
      'The link is not complete, or has a typing error in it. Open it from the e-mail with your tickets, or ask whoever sold them to you.';
    return layout({ title, assets, main: headline({ tone: 'ended', icon: 'stop', title, text }) });
  }
  const title = 'Open the link in your e-mail';
  const text = html`The number of an order doesn’t open it. The link in the e-mail with your tickets does. If
    you can’t find it, we send it again, to the address that the order
    <span class="mono">${reference}</span> was made with.`;
  return layout({
    title,
    assets,
    main: html`<div class="top">
      ${
        wasAsked &&
        html`<div class="notice good" role="status" tabindex="-1">
          ${icon('check')}<span
            >If this order has tickets, they are on their way to its buyer. Look among your spam, too.</span
          >
        </div>`
      }
      ${headline({ tone: 'wait', icon: 'letter', title, text })}
      <form method="post" action="${isBelow ? '' : `${reference}/`}resend">
        <button class="button main">Send me the link</button>
      </form>
    </div>`,
  });
}

/** Sends an order's tickets, with the link, to its buyer. Says nothing of whether it did: whoever asks may be anybody. */
export async function mailReceipt(database: Database, reference: string): Promise<void> {
  const order = await findOrder(database, { hostId: null, reference });
  if (!order) return;
  try {
    await database.transaction((tx) => resendTickets(tx, { orderId: order.id, askedBy: 'anybody' }));
  } catch (error) {
    // It has no tickets, or they were sent often enough.
    if (!(error instanceof Refusal)) throw error;
  }
}
