import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { changedFields, showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { capacityOf } from './add-further-price.ts';
import { checkSaleWindow, readTicketType } from './read-ticket-type.ts';
import { nameTaxRate } from './name-tax-rate.ts';
import {
  asTyped,
  lockTicketType,
  TICKET_TYPE_COLUMNS,
  TICKET_TYPE_FIELDS,
  type StoredTicketType,
  type TypedTicketType,
} from './ticket-type-fields.ts';

export type TicketTypeChange = {
  hostId: string;
  eventId: string;
  ticketTypeId: string;
  actor: Actor;
  /** The version that was seen. */
  version: number;
  changes: Partial<TypedTicketType>;
};

/**
 * Changes a ticket type, on sale or not: under the lock that every hold and order takes, so each of them comes before the change or after
 * it. Carts and orders keep the price that they were quoted, and what they hold; new carts, and old ones that are held anew, are
 * priced and judged by what is there then. There are never fewer than are sold or held.
 */
export async function changeTicketType(tx: Transaction, change: TicketTypeChange): Promise<StoredTicketType> {
  const { hostId, eventId, ticketTypeId, actor, version } = change;
  const now = await lockTicketType(tx, { hostId, eventId, ticketTypeId });
  if (now.version !== version) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody else has changed this ticket type since you opened it.',
      {
        current: asTyped(now),
      },
    );
  }
  const next: StoredTicketType = {
    ...now,
    ...readTicketType(change.changes, { timezone: now.timezone, before: now }),
    version: version + 1,
  };
  checkSaleWindow(next);
  if (next.capacity !== now.capacity && now.kind === 'SEATED')
    throw invalidField('capacity', 'is the number of its seats: change it on the Seats page.');
  // Nobody pays more for a ticket that is sold again than it cost at first: docs/decisions/resale.md.
  if (next.priceMinor > now.priceMinor && now.listed > 0)
    throw invalidField(
      'price',
      `can’t go up while buyers have put ${now.listed} tickets on sale again, at face value. It can once these are sold or off sale.`,
    );
  if (next.ownLimit !== now.ownLimit) next.capacity = await limitedCapacity(tx, now, next);
  if (next.capacity !== now.capacity) await requireRoom(tx, now, next.capacity);
  const changed = changedFields(now, next, TICKET_TYPE_FIELDS);
  const taxRates = changed.includes('taxRateId') && {
    before: { taxRate: await nameTaxRate(tx, { hostId, taxRateId: now.taxRateId, toChoose: false }) },
    after: { taxRate: await nameTaxRate(tx, { hostId, taxRateId: next.taxRateId, toChoose: true }) },
  };
  const assignments = changed.map((field, index) => `, ${TICKET_TYPE_COLUMNS[field]} = $${index + 2}`);
  await tx.query(`UPDATE ticket_types SET version = version + 1${assignments.join('')} WHERE id = $1`, [
    ticketTypeId,
    ...changed.map((field) => next[field]),
  ]);
  const shown = changed.filter((field) => field !== 'taxRateId');
  await recordChange(tx, {
    hostId,
    actor,
    action: 'ticket_type.change',
    subject: { id: ticketTypeId, name: next.name },
    before: { ...showFields(now, shown), ...(taxRates && taxRates.before) },
    after: { ...showFields(next, shown), ...(taxRates && taxRates.after) },
  });
  return next;
}

/** How many seats there are is known behind the lock of any price of them: whoever changes it has locked all. */
async function limitedCapacity(
  tx: Transaction,
  { seatsOf }: StoredTicketType,
  { ownLimit }: StoredTicketType,
): Promise<number> {
  if (seatsOf === null) throw invalidField('ownLimit', 'is only for additional prices of seats.');
  const { rows } = await tx.query<{ capacity: number }>('SELECT capacity FROM ticket_types WHERE id = $1', [
    seatsOf,
  ]);
  return capacityOf(ownLimit, rows[0]?.capacity ?? 0);
}

/** The ticket type is locked. What has lapsed is free, whether it was swept up or not: it is given back before anybody is refused. */
async function requireRoom(
  tx: Transaction,
  { ticketTypeId, seatsOf, sold, held, listed }: StoredTicketType,
  capacity: number,
): Promise<void> {
  if (capacity < sold + listed)
    throw invalidField(
      'capacity',
      `must be at least ${sold + listed}: so many are sold, or put on sale again by their buyers.`,
    );
  if (capacity >= sold + held) return;
  const { rows } = await tx.query<{ quantity: number }>(
    `SELECT quantity FROM give_back_stock(of_carts => '{}', of_types => ARRAY[$1::uuid], lapsed_by => clock_timestamp())`,
    [ticketTypeId],
  );
  const stillHeld = held - (rows[0]?.quantity ?? 0);
  const least = sold + stillHeld;
  if (capacity < least)
    throw invalidField(
      seatsOf === null ? 'capacity' : 'ownLimit',
      `must be at least ${least}, because ${sold} are sold and ${stillHeld} are on hold.`,
    );
}
