import type { Queryable } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { momentAt, toWallTime, type WallTime } from '../../values/wall-time.ts';

/** The terms of a promo code, which codes made together share: discount, ticket types, time and uses. */
export type PromoTerms = {
  percentBasisPoints: number | null;
  amountMinor: number | null;
  /** Empty: for every ticket type of the event. */
  ticketTypeIds: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  maximumUses: number | null;
};

export type PromoFields = PromoTerms & { code: string };

/** As it is typed and shown: on the clock of the place where the event is, one kind of discount chosen. */
export type TypedTerms = {
  discount: 'percent' | 'amount';
  percentBasisPoints: number | null;
  amountMinor: number | null;
  ticketTypeIds: string[];
  startsAt: WallTime | null;
  endsAt: WallTime | null;
  maximumUses: number | null;
};

export type TypedPromoCode = TypedTerms & { code: string };

export type StoredPromoCode = PromoFields & {
  promoCodeId: string;
  /** The event's. */
  timezone: string;
  /** Its uses in carts and orders. A code without a maximum is not counted. */
  uses: number;
  /** Counts the changes: who saves says which one they saw. */
  version: number;
};

export type OfEvent = { hostId: string; eventId: string };
export type OfPromoCode = OfEvent & { promoCodeId: string };

export const PROMO_FIELDS: readonly (keyof PromoFields)[] = [
  'code',
  'percentBasisPoints',
  'amountMinor',
  'ticketTypeIds',
  'startsAt',
  'endsAt',
  'maximumUses',
];

const SELECT = `SELECT p.id AS "promoCodeId", p.code, p.percent_basis_points AS "percentBasisPoints", p.amount_minor AS "amountMinor",
        p.starts_at AS "startsAt", p.ends_at AS "endsAt", p.maximum_uses AS "maximumUses", p.uses, p.version, e.timezone,
        ARRAY(SELECT ticket_type_id FROM promo_code_ticket_types WHERE promo_code_id = p.id ORDER BY 1)::text[] AS "ticketTypeIds"
   FROM promo_codes AS p JOIN events AS e ON e.id = p.event_id AND e.host_id = $2 WHERE p.event_id = $1 AND p.id = $3`;

export async function readPromoCode(database: Queryable, which: OfPromoCode): Promise<StoredPromoCode> {
  const { hostId, eventId, promoCodeId } = which;
  const { rows } = await database.query<StoredPromoCode>(SELECT, [eventId, hostId, promoCodeId]);
  const [found] = rows;
  if (!found) throw noSuchCode();
  return found;
}

/**
 * Locks a code as carts do: nobody uses it, nor gives a use back, before the transaction ends. What carts that have lapsed had of
 * it has gone back.
 */
export async function lockPromoCode(tx: Queryable, which: OfPromoCode): Promise<StoredPromoCode> {
  // Another host's is not locked, not even for the moment until it is refused.
  const { promoCodeId } = await readPromoCode(tx, which);
  await tx.query('SELECT lock_promo_codes(ARRAY[$1::uuid], clock_timestamp())', [promoCodeId]);
  return readPromoCode(tx, which);
}

export const noSuchCode = (): Refusal => new Refusal('not_found', 'This promo code no longer exists.');

type EventOfCodes = { eventName: string; timezone: string };

/** Members who add codes to an event come one after the other. Sales don't wait for this lock. */
export async function lockCodesOfEvent(tx: Queryable, { hostId, eventId }: OfEvent): Promise<EventOfCodes> {
  const { rows } = await tx.query<EventOfCodes>(
    'SELECT name AS "eventName", timezone FROM events WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE',
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return event;
}

/** The present values, as a member types them. */
export function asTyped(stored: StoredPromoCode): TypedPromoCode & { version: number } {
  const { version, code, percentBasisPoints, amountMinor, ticketTypeIds, maximumUses, timezone } = stored;
  return {
    version,
    code,
    discount: percentBasisPoints === null ? 'amount' : 'percent',
    percentBasisPoints,
    amountMinor,
    ticketTypeIds,
    startsAt: stored.startsAt && toWallTime(stored.startsAt, timezone),
    endsAt: stored.endsAt && toWallTime(stored.endsAt, timezone),
    maximumUses,
  };
}

/** Stores typed terms. `before` has the earlier ones: their seconds stay if their minutes do. */
export function readTerms(typed: TypedTerms, timezone: string, before?: PromoTerms): PromoTerms {
  const { discount, ticketTypeIds, maximumUses } = typed;
  const field = discount === 'percent' ? 'percentBasisPoints' : 'amountMinor';
  if (typed[field] === null) throw invalidField(field, 'is required.');
  const startsAt =
    typed.startsAt === null ? null : momentAt(typed.startsAt, timezone, before?.startsAt ?? undefined);
  const endsAt = typed.endsAt === null ? null : momentAt(typed.endsAt, timezone, before?.endsAt ?? undefined);
  // A code that was ended by hand before it began stays as it is.
  const isNew = !isSame(startsAt, before?.startsAt) || !isSame(endsAt, before?.endsAt);
  if (isNew && startsAt && endsAt && endsAt <= startsAt)
    throw invalidField('endsAt', 'must be after the start.');
  return {
    percentBasisPoints: discount === 'percent' ? typed.percentBasisPoints : null,
    amountMinor: discount === 'amount' ? typed.amountMinor : null,
    ticketTypeIds: [...new Set(ticketTypeIds)].sort(),
    startsAt,
    endsAt,
    maximumUses,
  };
}

const isSame = (one: Date | null, other: Date | null | undefined): boolean =>
  one?.getTime() === other?.getTime();

/** Another event's ticket types are none of this one's. */
export async function requireTicketTypes(
  tx: Queryable,
  eventId: string,
  ticketTypeIds: readonly string[],
): Promise<void> {
  if (ticketTypeIds.length === 0) return;
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM ticket_types WHERE event_id = $1 AND id = ANY($2::uuid[])',
    [eventId, ticketTypeIds],
  );
  if (rows[0]?.count !== new Set(ticketTypeIds).size)
    throw invalidField('ticketTypeIds', 'must be ticket types of this event.');
}
