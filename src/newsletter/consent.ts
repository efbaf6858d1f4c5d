import type { Queryable, Transaction } from '../db/database.ts';
import type { Language } from '../values/language.ts';
import { newsletterSentence } from '../rules/newsletter.ts';

/** The question to a buyer, and whether they said yes. `isAsked`: the host still asks; an earlier yes stays until it is taken back. */
export type Consent = { sentence: string; hasAgreed: boolean; isAsked: boolean };

/** An address and the host that may write to it. */
type OfHost = { hostId: string; email: string };

/**
 * Whether a host may write to an address; null where it was never asked. What was said last counts, whichever order it was said
 * with; orders that were never confirmed do not count.
 */
export const hasAgreedSql = ({ hostId, email }: OfHost): string =>
  `(SELECT said.taken_back_at IS NULL
      FROM orders AS bought CROSS JOIN LATERAL (SELECT * FROM newsletter_consents WHERE order_id = bought.id LIMIT 1) AS said
     WHERE lower(bought.email) = lower(${email}) AND bought.host_id = ${hostId} AND bought.confirmed_at IS NOT NULL
     ORDER BY greatest(said.agreed_at, said.taken_back_at) DESC LIMIT 1)`;

/** Null where the host does not ask and nobody has said yes: there is nothing to give or to take back. */
export async function readConsent(
  database: Queryable,
  { hostId, email, language }: OfHost & { language: Language },
): Promise<Consent | null> {
  const { rows } = await database.query<Consent & { name: string }>(
    `SELECT h.name, h.newsletter_sentence AS sentence, h.has_newsletter AS "isAsked",
            coalesce(${hasAgreedSql({ hostId: 'h.id', email: '$2' })}, false) AS "hasAgreed"
       FROM hosts AS h WHERE h.id = $1`,
    [hostId, email],
  );
  const [found] = rows;
  if (!found || !(found.isAsked || found.hasAgreed)) return null;
  const { isAsked, hasAgreed } = found;
  return { sentence: newsletterSentence(found, language), hasAgreed, isAsked };
}

/**
 * Says yes on the receipt of a confirmed order, where the host asks, or takes it back, which goes always: for the address, with
 * whichever order it was given.
 */
export async function changeConsent(
  tx: Transaction,
  { orderId, agrees, language, ...of }: OfHost & { orderId: string; agrees: boolean; language: Language },
): Promise<void> {
  const now = await readConsent(tx, { ...of, language });
  if (!now || now.hasAgreed === agrees || (agrees && !now.isAsked)) return;
  await tx.query(
    `INSERT INTO newsletter_consents AS c (order_id, host_id, sentence, agreed_at, taken_back_at)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN clock_timestamp() END, CASE WHEN NOT $4 THEN clock_timestamp() END)
     ON CONFLICT (order_id) DO UPDATE
        SET sentence = CASE WHEN $4 THEN excluded.sentence ELSE c.sentence END,
            agreed_at = coalesce(excluded.agreed_at, c.agreed_at), taken_back_at = excluded.taken_back_at`,
    [orderId, of.hostId, now.sentence, agrees],
  );
}
