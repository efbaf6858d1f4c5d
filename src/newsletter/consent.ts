import type { Queryable, Transaction } from '../db/database.ts';
import type { Language } from '../values/language.ts';
import { newsletterSentence } from '../values/newsletter.ts';

/** What a buyer is asked, and whether they have said yes; null where the host has no newsletter. */
export type Consent = { sentence: string; hasAgreed: boolean };

/** An address and the host that may write to it. */
type OfHost = { hostId: string; email: string };

/** Of an address, what was said last counts, whichever order it was said with. */
export async function readConsent(
  database: Queryable,
  { hostId, email, language }: OfHost & { language: Language },
): Promise<Consent | null> {
  const { rows } = await database.query<{ name: string; sentence: string; hasAgreed: boolean | null }>(
    `SELECT h.name, h.newsletter_sentence AS sentence,
            (SELECT c.taken_back_at IS NULL
               FROM orders AS o CROSS JOIN LATERAL (SELECT * FROM newsletter_consents WHERE order_id = o.id LIMIT 1) AS c
              WHERE lower(o.email) = lower($2) AND o.host_id = h.id AND o.confirmed_at IS NOT NULL
              ORDER BY greatest(c.agreed_at, c.taken_back_at) DESC LIMIT 1) AS "hasAgreed"
       FROM hosts AS h WHERE h.id = $1 AND h.has_newsletter`,
    [hostId, email],
  );
  const [found] = rows;
  return (
    (found && { sentence: newsletterSentence(found, language), hasAgreed: found.hasAgreed ?? false }) ?? null
  );
}

/** Says yes on the receipt of an order, or takes it back: for the address, with whichever order it was given. */
export async function changeConsent(
  tx: Transaction,
  { orderId, agrees, language, ...of }: OfHost & { orderId: string; agrees: boolean; language: Language },
): Promise<void> {
  const now = await readConsent(tx, { ...of, language });
  if (!now || now.hasAgreed === agrees) return;
  await tx.query(
    `INSERT INTO newsletter_consents AS c (order_id, host_id, sentence, agreed_at, taken_back_at)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN clock_timestamp() END, CASE WHEN NOT $4 THEN clock_timestamp() END)
     ON CONFLICT (order_id) DO UPDATE
        SET sentence = CASE WHEN $4 THEN excluded.sentence ELSE c.sentence END,
            agreed_at = coalesce(excluded.agreed_at, c.agreed_at), taken_back_at = excluded.taken_back_at`,
    [orderId, of.hostId, now.sentence, agrees],
  );
}
