import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IssuedTickets } from '../../embed/server/issued-schemas.ts';
import { receiptAddress } from '../../../../tickets/receipt-address.ts';
import { qrSvg } from '../../../../tickets/draw-qr.ts';
import { nameSeatBelow } from '../../../../rules/seat-name.ts';
import type { Wallet } from '../../../../wallets/wallets.ts';
import type { Receipt } from './load-receipt.ts';
import { maskEmail } from './mask-email.ts';
import { liveTickets } from './receipt-state.ts';

// Drawing a code takes milliseconds; an order may have a thousand tickets, and nobody scrolls through them in a frame.
const MAX_DRAWN = 50;

/** The tickets of an order for the last step of the checkout. An order that is not paid has none. */
export async function describeIssued(
  receipt: Receipt,
  { checkoutUrl, wallets }: { checkoutUrl: string; wallets: Record<Wallet, boolean> },
): Promise<IssuedTickets> {
  const { order } = receipt;
  const receiptUrl = receiptAddress(checkoutUrl, receipt.receiptToken);
  const live = liveTickets(receipt);
  const tickets: IssuedTickets['tickets'] = [];
  for (const { position, typeName, seat, recipient, code, shortCode, usedAt } of live.slice(0, MAX_DRAWN)) {
    // Other requests get a turn between two codes.
    await nextTurn();
    const passUrl = (wallet: Wallet, file: string): string | null =>
      wallets[wallet] && usedAt === null ? `${receiptUrl}/tickets/${position}/${file}` : null;
    const holder = `${recipient.firstName} ${recipient.lastName}`;
    tickets.push({
      position,
      typeName,
      seat: seat && nameSeatBelow(typeName, seat, order.language),
      seatPlace: seat,
      holder,
      shortCode,
      qrSvg: qrSvg(code, { title: `${typeName}, ${holder}` }).markup,
      applePassUrl: passUrl('apple', 'ticket.pkpass'),
      googlePassUrl: passUrl('google', 'google-wallet'),
    });
  }
  return {
    reference: order.reference,
    // While the gateway is asked for a link, or after it gave none, nothing has been paid.
    status: order.status === 'processing' || order.status === 'failed' ? 'pending_payment' : order.status,
    sentTo: maskEmail(order.buyer.email),
    tickets,
    ticketCount: live.length,
    pdfUrl: `${receiptUrl}/tickets.pdf`,
    calendarUrl: `${receiptUrl}/calendar.ics`,
    receiptUrl,
  };
}
