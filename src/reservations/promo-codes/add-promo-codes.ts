import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { showFields } from '../../audit/what-changed.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { MAX_CODES_PER_EVENT } from '../../rules/promo-code.ts';
import { makeCodes } from './make-codes.ts';
import {
  lockCodesOfEvent,
  PROMO_FIELDS,
  readTerms,
  requireTicketTypes,
  type OfEvent,
  type PromoFields,
  type TypedPromoCode,
  type TypedTerms,
} from './promo-code-fields.ts';

type Added = OfEvent & { actor: Actor };

/** One code, as it was typed. */
export async function addPromoCode(
  tx: Transaction,
  { hostId, eventId, actor, typed }: Added & { typed: TypedPromoCode },
): Promise<{ promoCodeId: string }> {
  const { timezone } = await lockCodesOfEvent(tx, { hostId, eventId });
  const fields = { ...readTerms(typed, timezone), code: typed.code };
  await requireTicketTypes(tx, eventId, fields.ticketTypeIds);
  const { taken, ids } = await insertCodes(tx, eventId, [fields]);
  if (taken.size > 0) throw invalidField('code', 'is already a code of this event (capitals don’t matter).');
  const [promoCodeId = ''] = ids;
  await recordChange(tx, {
    hostId,
    actor,
    action: 'promo_code.add',
    subject: { id: promoCodeId, name: fields.code },
    after: showFields(fields, PROMO_FIELDS),
  });
  return { promoCodeId };
}

/** Many codes with the same terms, whose letters nobody can guess. */
export async function makePromoCodes(
  tx: Transaction,
  input: Added & { prefix: string; letters: number; number: number; typed: TypedTerms },
): Promise<{ codes: string[]; madeAt: Date }> {
  const { hostId, eventId, actor, prefix, letters, number } = input;
  const { timezone, eventName } = await lockCodesOfEvent(tx, { hostId, eventId });
  const terms = readTerms(input.typed, timezone);
  await requireTicketTypes(tx, eventId, terms.ticketTypeIds);
  const codes: string[] = [];
  // That one is there already is as likely as that somebody guesses it.
  while (codes.length < number) {
    const tries = makeCodes({ prefix, letters, number: number - codes.length });
    const { taken } = await insertCodes(
      tx,
      eventId,
      tries.map((code) => ({ ...terms, code })),
    );
    codes.push(...tries.filter((code) => !taken.has(code.toLowerCase())));
  }
  const { code: _, ...shown } = showFields({ ...terms, code: '' }, PROMO_FIELDS);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'promo_code.make',
    subject: { id: eventId, name: eventName },
    after: { number, prefix, letters, ...shown },
  });
  return { codes, madeAt: await readNow(tx) };
}

/** Many codes, each with its own terms: all of them, or where one can't be, none. */
export async function importPromoCodes(
  tx: Transaction,
  { hostId, eventId, actor, codes }: Added & { codes: PromoFields[] },
): Promise<{ madeAt: Date }> {
  const { eventName } = await lockCodesOfEvent(tx, { hostId, eventId });
  await requireTicketTypes(tx, eventId, [...new Set(codes.flatMap(({ ticketTypeIds }) => ticketTypeIds))]);
  const { taken } = await insertCodes(tx, eventId, codes);
  if (taken.size > 0)
    throw new Refusal(
      'changed_meanwhile',
      'Somebody else has just added some of these codes: check the list again.',
    );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'promo_code.import',
    subject: { id: eventId, name: eventName },
    after: { number: codes.length },
  });
  return { madeAt: await readNow(tx) };
}

/** Answers which codes, in lower case, the event has already: those are left as they are. */
async function insertCodes(
  tx: Transaction,
  eventId: string,
  codes: PromoFields[],
): Promise<{ taken: Set<string>; ids: string[] }> {
  await requireRoom(tx, eventId, codes.length);
  // In the order of the unique key, as functions/README.md asks.
  const sorted = codes
    .map((fields) => ({ ...fields, id: randomUUIDv7(), key: fields.code.toLowerCase() }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO promo_codes (id, event_id, code, percent_basis_points, amount_minor, starts_at, ends_at, maximum_uses)
     SELECT id, $1, code, percent, amount, starts_at, ends_at, maximum
       FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::bigint[], $6::timestamptz[], $7::timestamptz[], $8::integer[])
            WITH ORDINALITY AS new (id, code, percent, amount, starts_at, ends_at, maximum, nr) ORDER BY nr
     ON CONFLICT (event_id, lower(code)) DO NOTHING RETURNING id`,
    [
      eventId,
      sorted.map(({ id }) => id),
      sorted.map(({ code }) => code),
      sorted.map(({ percentBasisPoints }) => percentBasisPoints),
      sorted.map(({ amountMinor }) => amountMinor),
      sorted.map(({ startsAt }) => startsAt),
      sorted.map(({ endsAt }) => endsAt),
      sorted.map(({ maximumUses }) => maximumUses),
    ],
  );
  const inserted = new Set(rows.map(({ id }) => id));
  const limited = sorted.flatMap(({ id, ticketTypeIds }) =>
    inserted.has(id) ? ticketTypeIds.map((ticketTypeId) => ({ id, ticketTypeId })) : [],
  );
  if (limited.length > 0) {
    await tx.query('INSERT INTO promo_code_ticket_types SELECT * FROM unnest($1::uuid[], $2::uuid[])', [
      limited.map(({ id }) => id),
      limited.map(({ ticketTypeId }) => ticketTypeId),
    ]);
  }
  return {
    ids: [...inserted],
    taken: new Set(sorted.filter(({ id }) => !inserted.has(id)).map(({ key }) => key)),
  };
}

async function requireRoom(tx: Queryable, eventId: string, more: number): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM promo_codes WHERE event_id = $1',
    [eventId],
  );
  const count = rows[0]?.count ?? 0;
  if (count + more <= MAX_CODES_PER_EVENT) return;
  throw new Refusal(
    'validation_failed',
    `An event can have at most ${MAX_CODES_PER_EVENT} promo codes, and this one already has ${count}.`,
    { field: 'number' },
  );
}

/** When the transaction's rows were made: codes that were made together have it in common. */
async function readNow(tx: Queryable): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>('SELECT now()::timestamptz(3) AS now');
  return rows[0]?.now ?? new Date(0);
}
