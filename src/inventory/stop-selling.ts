import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { checkSaleWindow } from './read-ticket-type.ts';
import { lockTicketTypes, type StoredTicketType } from './ticket-type-fields.ts';

type Whose = { hostId: string; eventId: string; actor: Actor };

/**
 * The sale of these ends at this instant, by the database's clock. Who holds some may still buy them: that was promised. One whose
 * sale has not begun, or is over, is left as it is. Answers those that were stopped.
 */
export async function stopSelling(
  tx: Transaction,
  { hostId, eventId, actor, ticketTypeIds }: Whose & { ticketTypeIds: string[] },
): Promise<string[]> {
  const types = await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  // The column has milliseconds: rounded up, the sale would go on for a part of one.
  const { rows } = await tx.query<{ id: string; endsAt: Date }>(
    `UPDATE ticket_types AS t
        SET version = version + 1,
            sale_ends_at = greatest(date_trunc('milliseconds', clock_timestamp()), t.sale_starts_at + interval '1 millisecond')
      WHERE id = ANY ($1::uuid[]) AND coalesce(sale_starts_at <= clock_timestamp(), true)
        AND coalesce(sale_ends_at > clock_timestamp(), true)
      RETURNING id, sale_ends_at AS "endsAt"`,
    [ticketTypeIds],
  );
  const endOf = new Map(rows.map(({ id, endsAt }) => [id, endsAt]));
  for (const type of types) {
    const endsAt = endOf.get(type.ticketTypeId);
    if (endsAt) await record(tx, { hostId, actor }, { action: 'stop_selling', type, endsAt });
  }
  // Nothing to stop is on record too: somebody pressed the button.
  if (rows.length === 0 && types[0]) {
    await record(
      tx,
      { hostId, actor },
      { action: 'stop_selling', type: types[0], endsAt: types[0].saleEndsAt },
    );
  }
  return rows.map(({ id }) => id);
}

/** The sale goes on, until the time that each is given; null: for as long as the event sells. */
export async function goOnSelling(
  tx: Transaction,
  { hostId, eventId, actor, ends }: Whose & { ends: { ticketTypeId: string; saleEndsAt: Date | null }[] },
): Promise<void> {
  const endOf = new Map(ends.map(({ ticketTypeId, saleEndsAt }) => [ticketTypeId, saleEndsAt]));
  const types = await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds: [...endOf.keys()] });
  for (const type of types) {
    const endsAt = endOf.get(type.ticketTypeId) ?? null;
    checkSaleWindow({ saleStartsAt: type.saleStartsAt, saleEndsAt: endsAt });
    await tx.query('UPDATE ticket_types SET version = version + 1, sale_ends_at = $2 WHERE id = $1', [
      type.ticketTypeId,
      endsAt,
    ]);
    await record(tx, { hostId, actor }, { action: 'go_on_selling', type, endsAt });
  }
}

const record = (
  tx: Transaction,
  { hostId, actor }: Pick<Whose, 'hostId' | 'actor'>,
  done: { action: 'stop_selling' | 'go_on_selling'; type: StoredTicketType; endsAt: Date | null },
): Promise<void> =>
  recordChange(tx, {
    hostId,
    actor,
    action: `ticket_type.${done.action}`,
    subject: { id: done.type.ticketTypeId, name: done.type.name },
    before: { saleEndsAt: done.type.saleEndsAt },
    after: { saleEndsAt: done.endsAt },
  });
