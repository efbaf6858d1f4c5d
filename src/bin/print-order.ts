import assert from 'node:assert/strict';
import type { Database } from '../db/database.ts';
import { describeOrder, type ChangedBy } from '../orders/describe-order.ts';
import type { IssuedTicket } from '../tickets/list-order-tickets.ts';
import { decimalsOf, toMajorUnits } from '../values/major-units.ts';
import { bold, dim, print, visible } from './terminal.ts';

/** 750050 as `7500.50 NGN`: read off a terminal, minor units look like a hundred times the money. */
export const money = (amountMinor: number, currency: string): string =>
  `${toMajorUnits(amountMinor, decimalsOf(currency))} ${currency}`;

/** An order, its tickets, its money and all that happened to it. */
export async function printOrder(database: Database, orderId: string): Promise<void> {
  const described = await describeOrder(database, { seenBy: 'operator', orderId });
  assert(described, 'an order vanished');
  const { order, tickets, payments, refunds, changes } = described;
  const { reference, status, totalMinor, buyer } = order;
  const person = `${buyer.firstName} ${buyer.lastName} <${buyer.email}>`;
  print(`\n  ${bold(visible(`${reference}  ${status}, ${money(totalMinor, order.currency)}, ${person}`))}`);
  const lines = [
    ...tickets.map((ticket) => `ticket   ${ticket.id}  ${ticket.typeName}${stateOf(ticket)}`),
    ...payments.map(
      ({ amountMinor, refundedMinor, currency, gateway, use }) =>
        `payment  ${money(amountMinor, currency)} by ${gateway} (${use}), ${money(refundedMinor, currency)} refunded`,
    ),
    ...refunds.map(
      ({ id, amountMinor, currency, status: refundStatus, reason, note }) =>
        `refund   ${id}  ${money(amountMinor, currency)}, ${refundStatus} (${reason})${note === null ? '' : `: ${note}`}`,
    ),
    ...changes.map(
      ({ at, status: changedTo, cause, by }) => `${timeOf(at)}  ${changedTo}: ${cause}${nameOf(by)}`,
    ),
  ];
  for (const line of lines) print(`  ${dim(visible(line))}`);
}

function nameOf(by: ChangedBy): string {
  if (by === null) return '';
  if (by.kind === 'member') return ` (by ${by.name || 'a former member'})`;
  return ` (by the ${by.kind})`;
}

function stateOf({ voidedAt, usedAt }: IssuedTicket): string {
  if (voidedAt) return ', void';
  return usedAt ? ', used' : '';
}

export const timeOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
