import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import type { ExportScope } from './walk-events.ts';
import { walkPages } from './walk-pages.ts';
import { momentWriter } from './write-moment.ts';

export const NEWSLETTER_COLUMNS = [
  'e-mail',
  'first name',
  'last name',
  'language',
  'agreed at',
  'agreed to',
  'order',
];

const ADDRESSES_AT_ONCE = 1_000;

type Row = {
  address: string;
  email: string;
  firstName: string;
  lastName: string;
  language: string;
  agreedAt: Date;
  sentence: string;
  reference: string;
  isTakenBack: boolean;
  hasAgreed: boolean;
  isTheirs: boolean;
};

/**
 * A line per address that the host may write to: what was said last counts, for whichever event, and who took it back is not there. A
 * member of some events is told of the yes that was given for one of those.
 */
export async function* newsletterLines(
  database: Queryable,
  scope: ExportScope,
): AsyncGenerator<Cell[][], void, undefined> {
  const writeMoment = momentWriter(scope.timezone);
  const pages = walkPages<Row>(ADDRESSES_AT_ONCE, async (last, limit) => {
    const { rows } = await database.query<Row>(
      `SELECT DISTINCT ON (lower(o.email) COLLATE "C") lower(o.email) AS address, o.email, o.first_name AS "firstName",
              o.last_name AS "lastName", o.language, c.agreed_at AS "agreedAt", c.sentence, o.reference,
              c.taken_back_at IS NOT NULL AS "isTakenBack",
              first_value(c.taken_back_at IS NULL) OVER (PARTITION BY lower(o.email) COLLATE "C"
                ORDER BY greatest(c.agreed_at, c.taken_back_at) DESC) AS "hasAgreed",
              ($3::uuid[] IS NULL OR o.event_id = ANY ($3)) AS "isTheirs"
         FROM newsletter_consents AS c CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = c.order_id LIMIT 1) AS o
        WHERE c.host_id = $1 AND o.confirmed_at <= $2 AND lower(o.email) COLLATE "C" > $4
        ORDER BY lower(o.email) COLLATE "C", "isTheirs" DESC, greatest(c.agreed_at, c.taken_back_at) DESC LIMIT $5`,
      [scope.hostId, scope.asOf, scope.eventIds, last?.address ?? '', limit],
    );
    return rows;
  });
  for await (const rows of pages)
    yield rows
      .filter(({ hasAgreed, isTheirs, isTakenBack }) => hasAgreed && isTheirs && !isTakenBack)
      .map((row) => [
        row.email,
        row.firstName,
        row.lastName,
        row.language,
        writeMoment(row.agreedAt),
        row.sentence,
        row.reference,
      ]);
}
