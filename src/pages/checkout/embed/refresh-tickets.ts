import { backOnSaleAt, fitCart } from './cart.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { callEvent } from './call-embed.ts';
import type { Checkout } from './checkout-state.ts';
import { onThisClock } from './countdown.ts';
import { tellReached } from './tell-trouble.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';

/** Brings the list up to date, and the cart in line with it. A failure is not told: the next round comes soon. */
export async function refreshTickets(checkout: Checkout): Promise<void> {
  try {
    const token = checkout.token.value;
    const { answer, date } = await callEvent(checkout, '/tickets', {
      // Tickets held by this buyer are left for this buyer.
      headers: {
        'accept-language': checkout.data.language,
        ...(token !== null && { 'x-device-id': token }),
      },
    });
    // Made for another cart than the one there is by now.
    if (token !== checkout.token.value) return refreshTickets(checkout);
    takeTickets(checkout, answer.data);
    const at = backOnSaleAt(answer.data);
    checkout.backAtMs.value = at === null ? Number.NaN : onThisClock(at, { date, nowMs: Date.now() });
    tellReached(checkout);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}

export function takeTickets(checkout: Checkout, tickets: Ticket[]): void {
  checkout.tickets.value = tickets;
  if (checkout.step.value !== 'choose') return;
  const { quantities, shrunk } = fitCart(tickets, checkout.quantities.value);
  if (shrunk.length === 0) return;
  checkout.quantities.value = quantities;
  const text = shrunk.map(({ name, count }) => checkout.texts.choose.shrunk({ name, count })).join(' ');
  checkout.note.value = { tone: 'warn', text };
}
