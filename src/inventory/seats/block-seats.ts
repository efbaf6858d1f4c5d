import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField } from '../../refusal.ts';
import { listTicketTypes, lockTicketTypes, lockTicketTypesOfEvent } from '../ticket-type-fields.ts';
import { lockHall, type StoredSeat } from './read-hall.ts';
import { inTheWay } from './replace-seats.ts';
import { countSeats, giveBackLapsed } from './write-hall.ts';

type OfSeats = { hostId: string; eventId: string; actor: Actor; seatIds: readonly string[] };

/** House seats: nobody can buy them, and of their ticket types there are fewer. Members sell them under Guests. */
export async function blockSeats(
  tx: Transaction,
  { reason, color, ...input }: OfSeats & { reason: string; color: number },
): Promise<{ seats: number }> {
  const { eventName, seats } = await lockSeats(tx, input);
  const taken = seats.filter(({ isTaken }) => isTaken);
  if (taken.length > 0)
    throw inTheWay(
      taken.map(({ section, rowLabel, seatLabel, type, isSold }) => ({
        section,
        rowLabel,
        seatLabel,
        type,
        isSold,
        newType: null,
      })),
      { mend: 'They can’t be blocked: leave them out.', field: 'seatIds' },
    );
  // Nor are they a lapsed cart's any more, which is not swept up yet.
  await tx.query(
    `UPDATE seats SET blocked_reason = $2, blocked_color = $3, held_by = NULL, held_until = NULL, held_as = NULL WHERE id = ANY ($1::uuid[])`,
    [input.seatIds, reason.trim(), color],
  );
  await countSeats(tx, input.eventId);
  return record(tx, input, {
    eventName,
    deed: 'block',
    after: { seats: seats.length, reason: reason.trim() },
  });
}

/** For sale again, at this moment. */
export async function releaseSeats(tx: Transaction, input: OfSeats): Promise<{ seats: number }> {
  const { eventName } = await lockSeats(tx, input);
  const { rowCount } = await tx.query(
    `UPDATE seats SET blocked_reason = NULL, blocked_color = NULL
      WHERE id = ANY ($1::uuid[]) AND blocked_reason IS NOT NULL`,
    [input.seatIds],
  );
  await countSeats(tx, input.eventId);
  return record(tx, input, { eventName, deed: 'release', after: { seats: rowCount ?? 0 } });
}

/** Seats that were for companions become seats like others. */
export async function releaseCompanions(tx: Transaction, input: OfSeats): Promise<{ seats: number }> {
  const { eventName } = await lockSeats(tx, input);
  const { rowCount } = await tx.query(
    'UPDATE seats SET companion_of = NULL WHERE id = ANY ($1::uuid[]) AND companion_of IS NOT NULL',
    [input.seatIds],
  );
  return record(tx, input, { eventName, deed: 'release_companions', after: { seats: rowCount ?? 0 } });
}

/** In the order of functions/README.md: the event, all of its ticket types, the seats. */
async function lockSeats(
  tx: Transaction,
  { hostId, eventId, seatIds }: OfSeats,
): Promise<{ eventName: string; seats: StoredSeat[] }> {
  const { eventName } = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  const types = await listTicketTypes(tx, { hostId, eventId });
  const ticketTypeIds = types.map(({ ticketTypeId }) => ticketTypeId);
  await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  const at = await giveBackLapsed(tx, ticketTypeIds);
  const wanted = new Set(seatIds.map((id) => id.toLowerCase()));
  const seats = (await lockHall(tx, { hostId, eventId, at })).filter(({ id }) => wanted.has(id));
  if (seats.length < wanted.size)
    throw invalidField('seatIds', 'must be seats of this event: reload the map.');
  return { eventName, seats };
}

async function record(
  tx: Transaction,
  { hostId, eventId, actor }: OfSeats,
  { eventName, deed, after }: { eventName: string; deed: string; after: { seats: number; reason?: string } },
): Promise<{ seats: number }> {
  await tx.query('UPDATE events SET version = version + 1 WHERE id = $1', [eventId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: `seat_map.${deed}`,
    subject: { id: eventId, name: eventName },
    after,
  });
  return { seats: after.seats };
}
