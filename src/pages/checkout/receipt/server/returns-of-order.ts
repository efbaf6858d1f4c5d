import type { Queryable } from '../../../../db/database.ts';
import { listReturns } from '../../../../orders/returns/list-returns.ts';
import type { FoundReturn } from '../../../../orders/returns/find-return.ts';
import { readReturnable } from '../../../../orders/returns/read-returnable.ts';
import { formatMoney } from '../../../../money/format-money.ts';
import { describeReturns } from '../../../../tickets/describe-returns.ts';
import { isPaidToHost } from '../../../../tickets/read-order.ts';
import type { ConfirmReturn, ReceiptReturns } from '../contract.ts';
import type { Receipt } from './load-receipt.ts';
import { liveTickets } from './receipt-state.ts';

/** Of most orders nothing is looked up: their hosts take nothing back by themselves. */
export async function readReturns(tx: Queryable, receipt: Receipt): Promise<ReceiptReturns | null> {
  const { order, event } = receipt;
  if (order.returnTerms === null || order.confirmedAt === null || liveTickets(receipt).length === 0)
    return null;
  const [found, returns] = await Promise.all([readReturnable(tx, order.id), listReturns(tx, order.id)]);
  if (!found || found.problem === 'not_bought' || found.problem === 'paid_to_host') return null;
  const newest = returns.findLast(
    ({ state }) => state !== 'asked' && state !== 'expired' && state !== 'lapsed',
  );
  const named = new Map(receipt.tickets.map((ticket) => [ticket.position, ticket]));
  const { problem, leftMinor, stepMinor } = found;
  return {
    terms: describeReturns(order.returnTerms, event, {
      language: order.language,
      isFree: order.totalMinor === 0,
    }),
    isResold: order.returnTerms.isResold === true,
    listed: returns.flatMap(({ state, positions }) =>
      state === 'listed' || state === 'sold'
        ? positions.map((position) => ({ position, isSold: state === 'sold' }))
        : [],
    ),
    problem: problem === 'corrected' ? problem : problem === 'over' || problem === 'too_late' ? 'over' : null,
    tickets:
      problem === null
        ? found.tickets.flatMap(({ position, problem: why, amountMinor }) => {
            const ticket = named.get(position);
            return why !== null || !ticket
              ? []
              : [{ position, typeName: ticket.typeName, holder: holderOf(ticket), amountMinor }];
          })
        : [],
    leftMinor,
    stepMinor,
    waiting: newest?.state === 'waiting' ? { amountMinor: newest.amountMinor } : null,
    declined: newest?.state === 'declined' ? { reason: newest.reason ?? '' } : null,
  };
}

const holderOf = ({ recipient }: Receipt['tickets'][number]): string =>
  `${recipient.firstName} ${recipient.lastName}`;

/** The page of a mailed link: what it confirms, or that it is over. */
export function toConfirmReturn(receipt: Receipt, found: FoundReturn | null): ConfirmReturn {
  const { order, event, receiptToken } = receipt;
  const isGood = found !== null && found.state === 'asked' && !found.isExpired;
  return {
    about: 'return',
    // The page lies two steps below the receipt.
    receiptAddress: `../../${receiptToken}`,
    hostName: event.host.name,
    eventName: event.name,
    asked: isGood
      ? {
          tickets: receipt.tickets
            .filter(({ id }) => found.ticketIds.includes(id))
            .map((ticket) => ({
              position: ticket.position,
              typeName: ticket.typeName,
              holder: holderOf(ticket),
            })),
          sum: found.amountMinor > 0 ? formatMoney(found.amountMinor, event.country, order.language) : null,
          needsApproval: order.returnTerms?.needsApproval === true || isPaidToHost(order),
          isResold: order.returnTerms?.isResold === true,
        }
      : null,
  };
}
