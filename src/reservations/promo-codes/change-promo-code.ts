import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { changedFields, showFields } from '../../audit/what-changed.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import {
  asTyped,
  lockCodesOfEvent,
  lockPromoCode,
  PROMO_FIELDS,
  readTerms,
  requireTicketTypes,
  type OfPromoCode,
  type PromoFields,
  type StoredPromoCode,
  type TypedPromoCode,
} from './promo-code-fields.ts';

type Changing = OfPromoCode & {
  actor: Actor;
  /** The version that was seen. */
  version: number;
};

/** Changes what is given. Carts that are held keep the price that they were told; new quotes go by the change. */
export async function changePromoCode(
  tx: Transaction,
  { changes, ...input }: Changing & { changes: Partial<TypedPromoCode> },
): Promise<StoredPromoCode> {
  // Before the code's own: whoever adds one meanwhile waits, so that no code comes twice.
  await lockCodesOfEvent(tx, input);
  const now = await lockSeen(tx, input);
  const typed = { ...asTyped(now), ...changes };
  const fields = { ...readTerms(typed, now.timezone, now), code: typed.code };
  await requireTicketTypes(tx, input.eventId, fields.ticketTypeIds);
  const uses = await countUses(tx, now, fields);
  await requireFreeCode(tx, input.eventId, { ...fields, promoCodeId: now.promoCodeId });
  return write(tx, input, { now, next: { ...now, ...fields, uses }, action: 'promo_code.change' });
}

/** From this moment on it is no longer good. Carts that are held keep it. */
export async function endPromoCode(tx: Transaction, input: Changing): Promise<StoredPromoCode> {
  const now = await lockSeen(tx, input);
  const { rows } = await tx.query<{ now: Date }>('SELECT clock_timestamp()::timestamptz(3) AS now');
  return write(tx, input, { now, next: { ...now, endsAt: rows[0]?.now ?? null }, action: 'promo_code.end' });
}

/** It is good again, without an end. */
export async function resumePromoCode(tx: Transaction, input: Changing): Promise<StoredPromoCode> {
  const now = await lockSeen(tx, input);
  return write(tx, input, { now, next: { ...now, endsAt: null }, action: 'promo_code.resume' });
}

/** One that was never used: of the others orders tell. A cart that waits for the lock is told that the code is not valid. */
export async function deletePromoCode(tx: Transaction, input: OfPromoCode & { actor: Actor }): Promise<void> {
  const { promoCodeId, hostId, actor } = input;
  const now = await lockPromoCode(tx, input);
  const { rows } = await tx.query<{ isUsed: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM orders WHERE promo_code_id = $1)
            OR EXISTS (SELECT 1 FROM reservations WHERE promo_code_id = $1 AND ended_at IS NULL) AS "isUsed"`,
    [promoCodeId],
  );
  if (rows[0]?.isUsed) {
    throw new Refusal(
      'validation_failed',
      `${now.code} was used, so you can’t delete it: end it instead, and it can no longer be used.`,
    );
  }
  await tx.query('DELETE FROM promo_codes WHERE id = $1', [promoCodeId]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'promo_code.delete',
    subject: { id: promoCodeId, name: now.code },
    before: showFields(now, PROMO_FIELDS),
  });
}

async function lockSeen(tx: Transaction, input: Changing): Promise<StoredPromoCode> {
  const now = await lockPromoCode(tx, input);
  if (now.version !== input.version) {
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this promo code since you opened it.', {
      current: asTyped(now),
    });
  }
  return now;
}

/**
 * How often it is used, for the maximum that it is to have. Uses are counted only where there is one, so a code that gets its first
 * is counted anew: carts that have it and orders that had. Under the code's lock neither comes nor goes.
 */
async function countUses(tx: Transaction, now: StoredPromoCode, next: PromoFields): Promise<number> {
  if (next.maximumUses === null) return now.uses;
  let { uses } = now;
  if (now.maximumUses === null) {
    const { rows } = await tx.query<{ uses: number }>(
      `SELECT ((SELECT count(*) FROM reservations WHERE promo_code_id = $1 AND ended_at IS NULL)
               + (SELECT count(*) FROM orders WHERE promo_code_id = $1 AND promo_is_counted))::integer AS uses`,
      [now.promoCodeId],
    );
    uses = rows[0]?.uses ?? 0;
  }
  if (next.maximumUses < uses)
    throw invalidField(
      'maximumUses',
      `must be at least ${uses}, because orders and carts already use it that often.`,
    );
  return uses;
}

async function requireFreeCode(
  tx: Transaction,
  eventId: string,
  { code, promoCodeId }: { code: string; promoCodeId: string },
): Promise<void> {
  const { rows } = await tx.query(
    'SELECT 1 FROM promo_codes WHERE event_id = $1 AND lower(code) = lower($2) AND id <> $3',
    [eventId, code, promoCodeId],
  );
  if (rows.length > 0) throw invalidField('code', 'is already a code of this event (capitals don’t matter).');
}

// An order that its buyer gave up keeps no earlier discount (keeps_its_price).
const DISCOUNT_FIELDS = ['percentBasisPoints', 'amountMinor', 'ticketTypeIds'] as const;

async function write(
  tx: Transaction,
  { hostId, actor }: Changing,
  { now, next, action }: { now: StoredPromoCode; next: StoredPromoCode; action: string },
): Promise<StoredPromoCode> {
  const changed = changedFields(now, next, PROMO_FIELDS);
  await tx.query(
    `UPDATE promo_codes SET version = version + 1, code = $2, percent_basis_points = $3, amount_minor = $4, starts_at = $5,
            ends_at = $6, maximum_uses = $7, uses = $8, terms_changed_at = CASE WHEN $9 THEN clock_timestamp() ELSE terms_changed_at END
      WHERE id = $1`,
    [
      next.promoCodeId,
      next.code,
      next.percentBasisPoints,
      next.amountMinor,
      next.startsAt,
      next.endsAt,
      next.maximumUses,
      next.uses,
      DISCOUNT_FIELDS.some((field) => changed.includes(field)),
    ],
  );
  if (changed.includes('ticketTypeIds')) {
    await tx.query('DELETE FROM promo_code_ticket_types WHERE promo_code_id = $1', [next.promoCodeId]);
    await tx.query('INSERT INTO promo_code_ticket_types SELECT $1, unnest($2::uuid[])', [
      next.promoCodeId,
      next.ticketTypeIds,
    ]);
  }
  await recordChange(tx, {
    hostId,
    actor,
    action,
    subject: { id: next.promoCodeId, name: next.code },
    before: showFields(now, changed),
    after: showFields(next, changed),
  });
  return { ...next, version: now.version + 1 };
}
