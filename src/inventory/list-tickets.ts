import { createBoundedMap } from '../cache/bounded-map.ts';
import type { Database } from '../db/database.ts';
import { createSharedRead } from '../db/shared-read.ts';
import type { Language } from '../values/language.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { formatMoney, formatPrice } from '../money/format-money.ts';
import { feeMinor } from './fees.ts';
import type { Ticket } from './ticket-schema.ts';
import { isUuid } from '../values/is-uuid.ts';
import { backOnSaleSql, statusSql, ticketSql } from './ticket-status.ts';

/** All that the answer of an event is made of, as the database says it in one text. */
type Facts = {
  country: Country;
  fee_basis_points: number;
  fee_flat_minor: number;
  fee_cap_minor: number | null;
  fees_absorbed: boolean;
  ticket_types: {
    id: string;
    name: string;
    description: string;
    kind: Ticket['kind'];
    status: Ticket['status'];
    quantity_left: number;
    price_minor: number;
    maximum_per_order: number;
    sale_starts_at: string | null;
    sale_ends_at: string | null;
    back_on_sale_at: string | null;
  }[];
};

// Of facts in characters. Their answers are about as large again.
const MAX_REMEMBERED = 4_000_000;

/**
 * Live tickets of an event, as the bytes of the answer. Reads at the same moment are one query, and never a kept one. One query at a time: requests
 * that arrive while it is under way are answered by the next. Two only made each serve fewer.
 *
 * `device` is what the request says of whose cart it is: what that holds is left for its owner. No UUID, or that of no cart, says nothing.
 */
export function createTicketReader(database: Database) {
  const answers = createAnswers();
  const sharedBy = (reading: Reading): ((key: string) => Promise<Buffer | undefined>) =>
    createSharedRead((keys) => readTickets({ database, answers }, keys, reading));
  // Each apart: nobody waits for an answer that asks for more than theirs.
  const read = sharedBy(FOR_EVERYBODY);
  const readOwn = sharedBy(FOR_OWNER);
  const readTranslated = sharedBy(TRANSLATED);
  const readOwnTranslated = sharedBy(OWN_TRANSLATED);
  return ({ hostId, slug, device, language }: AskedTickets): Promise<Buffer | undefined> => {
    const key = language === undefined ? `${hostId} ${slug}` : `${hostId} ${slug} ${language}`;
    if (typeof device !== 'string' || !isUuid(device))
      return language === undefined ? read(key) : readTranslated(key);
    const own = `${key} ${device.toLowerCase()}`;
    return language === undefined ? readOwn(own) : readOwnTranslated(own);
  };
}

type AskedTickets = {
  hostId: string;
  slug: string;
  device?: string | string[] | undefined;
  /** Left out: the event's first. */
  language?: Language | undefined;
};

export type TicketReader = ReturnType<typeof createTicketReader>;

/** The same for a preview: a draft's too. */
export async function readPreviewTickets(
  database: Database,
  { hostId, slug, language }: { hostId: string; slug: string; language: Language | undefined },
): Promise<Ticket[]> {
  const { rows } = await database.query<Row>(ticketsSql({ ...TRANSLATED, publicOnly: '' }), [
    [hostId],
    [slug],
    [language ?? ''],
    null,
  ]);
  const facts = rows[0]?.facts ?? null;
  return facts === null ? [] : toTickets(facts);
}

type Reading = {
  name: string;
  /** The columns of the question. */
  wanted: { name: string; type: string }[];
  textsSql: { columns: string; join: string };
  leftSql: string;
  publicOnly: string;
};

const EVENT = [
  { name: 'host_id', type: 'uuid' },
  { name: 'slug', type: 'text' },
];
const LANGUAGE = { name: 'language', type: 'text' };
const TOKEN = { name: 'token', type: 'uuid' };

const FOR_EVERYBODY: Reading = {
  name: 'list-tickets',
  wanted: EVENT,
  textsSql: { columns: 'ticket_type.name, ticket_type.description', join: '' },
  leftSql: ticketSql().left,
  publicOnly: `AND event.status <> 'DRAFT'`,
};
const OWN_LEFT_SQL = ticketSql(
  '(SELECT id FROM reservations WHERE event_id = event.id AND token = wanted.token)',
).left;
const FOR_OWNER: Reading = {
  ...FOR_EVERYBODY,
  name: 'list-own-tickets',
  wanted: [...EVENT, TOKEN],
  leftSql: OWN_LEFT_SQL,
};
const TRANSLATED: Reading = {
  ...FOR_EVERYBODY,
  name: 'list-translated-tickets',
  wanted: [...EVENT, LANGUAGE],
  textsSql: {
    columns: `coalesce(words.ticket_types -> ticket_type.id::text ->> 'name', ticket_type.name) AS name,
          CASE WHEN ticket_type.description = '' THEN '' ELSE
            coalesce(words.ticket_types -> ticket_type.id::text ->> 'description', ticket_type.description) END AS description`,
    join: 'LEFT JOIN event_translations AS words ON words.event_id = event.id AND words.language = wanted.language',
  },
};
const OWN_TRANSLATED: Reading = {
  ...TRANSLATED,
  name: 'list-own-translated-tickets',
  wanted: [...EVENT, LANGUAGE, TOKEN],
  leftSql: OWN_LEFT_SQL,
};

type Row = { at: number; facts: string | null };

async function readTickets(
  { database, answers }: { database: Database; answers: Answers },
  keys: string[],
  reading: Reading,
): Promise<Map<string, Buffer>> {
  const wanted = keys.map((key) => key.split(' '));
  const columns = (wanted[0] ?? []).map((_, at) => wanted.map((parts) => parts[at]));
  const { rows } = await database.queryPrepared<Row>(reading.name, ticketsSql(reading), [...columns, null]);
  const found = new Map<string, Buffer>();
  for (const { at, facts } of rows) if (facts !== null) found.set(keys[at - 1] ?? '', answers.of(facts));
  return found;
}

/**
 * One row per event that is asked for, with all its facts in one text: to read seventeen columns took longer than to compare them.
 * The limit is none. It lets the planner expect one event rather than ten: else it would make a plan for every call, which
 * takes three times as long as to run it. Nested queries can be answered along indexes alone, however large the tables are.
 */
const ticketsSql = ({ wanted, textsSql, leftSql, publicOnly }: Reading): string =>
  `SELECT wanted.at::integer AS at,
          (SELECT json_build_object(
                    'country', event.country,
                    'fee_basis_points', host.fee_basis_points, 'fee_flat_minor', host.fee_flat_minor,
                    'fee_cap_minor', host.fee_cap_minor, 'fees_absorbed', host.fees_absorbed,
                    'ticket_types', coalesce(
                      (SELECT json_agg(listed ORDER BY listed.position, listed.id)
                         FROM (SELECT ticket_type.position, ticket_type.id, ${textsSql.columns}, ticket_type.kind,
                                      ${statusSql('stock.quantity_left')} AS status, stock.quantity_left,
                                      ticket_type.price_minor, ticket_type.maximum_per_order,
                                      ticket_type.sale_starts_at, ticket_type.sale_ends_at,
                                      ${backOnSaleSql('stock.quantity_left')} AS back_on_sale_at
                                 FROM ticket_types AS ticket_type
                                CROSS JOIN LATERAL (SELECT (${leftSql}) AS quantity_left OFFSET 0) AS stock
                                ${textsSql.join}
                                WHERE ticket_type.event_id = event.id) AS listed), '[]'))::text
             FROM events AS event JOIN hosts AS host ON host.id = event.host_id
            WHERE event.slug = wanted.slug AND event.host_id = wanted.host_id ${publicOnly}) AS facts
     FROM (SELECT * FROM unnest(${wanted.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')}) WITH ORDINALITY
            LIMIT $${wanted.length + 1}) AS wanted (${wanted.map(({ name }) => name).join(', ')}, at)`;

/** The bytes of answers by their facts. What is the same to the letter has the same answer, so nothing here can be out of date. */
function createAnswers() {
  const remembered = createBoundedMap<string, Answer>({
    max: MAX_REMEMBERED,
    weigh: ({ weight }) => weight,
  });
  return {
    of(facts: string): Buffer {
      const known = remembered.get(facts);
      if (known) return known.bytes;
      const bytes = Buffer.from(JSON.stringify({ data: toTickets(facts), status: true }));
      remembered.set(facts, { bytes, weight: facts.length });
      return bytes;
    },
  };
}

type Answer = { bytes: Buffer; weight: number };
type Answers = ReturnType<typeof createAnswers>;

function toTickets(text: string): Ticket[] {
  const { country, ticket_types: types, ...host } = JSON.parse(text) as Facts;
  const rates = {
    basisPoints: host.fee_basis_points,
    flatMinor: host.fee_flat_minor,
    capMinor: host.fee_cap_minor,
    isAbsorbed: host.fees_absorbed,
  };
  return types.map((type) => {
    const fees = feeMinor(type.price_minor, rates);
    return {
      id: type.id,
      name: type.name,
      description: type.description,
      kind: type.kind,
      status: type.status,
      quantityLeft: type.quantity_left,
      price: type.price_minor,
      fees,
      currency: COUNTRIES[country].currency,
      formattedPrice: formatPrice(type.price_minor, country, 'FREE'),
      formattedFees: formatMoney(fees, country),
      maximumPurchasableTicketCount: type.maximum_per_order,
      saleStartsAt: toIso(type.sale_starts_at),
      saleEndsAt: toIso(type.sale_ends_at),
      backOnSaleAt: type.status === 'SOLD_OUT' ? toIso(type.back_on_sale_at) : null,
    };
  });
}

const toIso = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());
