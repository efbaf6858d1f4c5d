import type { Database } from '../db/database.ts';
import { createSharedRead } from '../db/shared-read.ts';
import type { Language } from '../values/language.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { formatMoney, formatPrice } from '../money/format-money.ts';
import { feeMinor } from './fees.ts';
import type { Ticket } from './ticket-schema.ts';
import { isUuid } from '../values/is-uuid.ts';
import { ticketSql } from './ticket-status.ts';

type TicketRow = {
  event_key: string;
  country: Country;
  id: string | null;
  name: string;
  description: string;
  kind: Ticket['kind'];
  status: Ticket['status'];
  quantity_left: number;
  price_minor: number;
  maximum_per_order: number;
  sale_starts_at: Date | null;
  sale_ends_at: Date | null;
  fee_basis_points: number;
  fee_flat_minor: number;
  fee_cap_minor: number | null;
  fees_absorbed: boolean;
};

/**
 * Live tickets of an event, as the bytes of the answer. Reads at the same moment are one query, and never a kept one. One query at a time: who comes while
 * it is under way is answered by the next, which goes out while the answers of this one do. Two only made each serve fewer.
 *
 * `device` is what the request says of whose cart it is: what that holds is left for its owner. No UUID, or that of no cart, says nothing.
 */
export function createTicketReader(database: Database) {
  const sharedBy = (reading: Reading): ((key: string) => Promise<Buffer | undefined>) =>
    createSharedRead((keys) => readTickets(database, keys, reading));
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
  const { rows } = await database.query<TicketRow>(ticketsSql({ ...TRANSLATED, publicOnly: '' }), [
    [hostId],
    [slug],
    [language ?? ''],
  ]);
  return [...byEvent(rows).values()].flat();
}

type Reading = {
  name: string;
  /** The name of an answer, and the columns of the question. */
  keySql: string;
  wantedSql: string;
  textsSql: { columns: string; join: string };
  ticketSql: ReturnType<typeof ticketSql>;
  publicOnly: string;
};

const FOR_EVERYBODY: Reading = {
  name: 'list-tickets',
  keySql: `event.host_id || ' ' || event.slug`,
  wantedSql: 'unnest($1::uuid[], $2::text[]) AS wanted (host_id, slug)',
  textsSql: { columns: 'ticket_type.name, ticket_type.description', join: '' },
  ticketSql: ticketSql(),
  publicOnly: `AND event.status <> 'DRAFT'`,
};
const OWN_SQL = ticketSql('(SELECT id FROM reservations WHERE event_id = event.id AND token = wanted.token)');
const FOR_OWNER: Reading = {
  ...FOR_EVERYBODY,
  name: 'list-own-tickets',
  keySql: `event.host_id || ' ' || event.slug || ' ' || wanted.token`,
  wantedSql: 'unnest($1::uuid[], $2::text[], $3::uuid[]) AS wanted (host_id, slug, token)',
  ticketSql: OWN_SQL,
};
const TRANSLATED: Reading = {
  ...FOR_EVERYBODY,
  name: 'list-translated-tickets',
  keySql: `event.host_id || ' ' || event.slug || ' ' || wanted.language`,
  wantedSql: 'unnest($1::uuid[], $2::text[], $3::text[]) AS wanted (host_id, slug, language)',
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
  keySql: `event.host_id || ' ' || event.slug || ' ' || wanted.language || ' ' || wanted.token`,
  wantedSql:
    'unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS wanted (host_id, slug, language, token)',
  ticketSql: OWN_SQL,
};

async function readTickets(
  database: Database,
  keys: string[],
  reading: Reading,
): Promise<Map<string, Buffer>> {
  const wanted = keys.map((key) => key.split(' '));
  const columns = (wanted[0] ?? []).map((_, at) => wanted.map((parts) => parts[at]));
  const { rows } = await database.queryPrepared<TicketRow>(reading.name, ticketsSql(reading), columns);
  return new Map(
    [...byEvent(rows)].map(([key, data]) => [key, Buffer.from(JSON.stringify({ data, status: true }))]),
  );
}

const ticketsSql = ({
  keySql,
  wantedSql,
  textsSql,
  ticketSql: { status, left },
  publicOnly,
}: Reading): string => `SELECT ${keySql} AS event_key, event.country,
          ticket_type.id, ${textsSql.columns}, ticket_type.kind,
          ${status} AS status,
          (${left}) AS quantity_left,
          ticket_type.price_minor, ticket_type.maximum_per_order,
          ticket_type.sale_starts_at, ticket_type.sale_ends_at,
          host.fee_basis_points, host.fee_flat_minor, host.fee_cap_minor, host.fees_absorbed
     FROM ${wantedSql}
     JOIN events AS event ON event.slug = wanted.slug AND event.host_id = wanted.host_id
          ${publicOnly}
     JOIN hosts AS host ON host.id = event.host_id
     LEFT JOIN ticket_types AS ticket_type ON ticket_type.event_id = event.id ${textsSql.join}
    ORDER BY ticket_type.position, ticket_type.id`;

function byEvent(rows: TicketRow[]): Map<string, Ticket[]> {
  const tickets = new Map<string, Ticket[]>();
  for (const row of rows) {
    let list = tickets.get(row.event_key);
    if (!list) tickets.set(row.event_key, (list = []));
    // An event without ticket types still has its one row.
    if (row.id !== null) list.push(toTicket({ ...row, id: row.id }));
  }
  return tickets;
}

function toTicket(row: TicketRow & { id: string }): Ticket {
  const fees = feeMinor(row.price_minor, {
    basisPoints: row.fee_basis_points,
    flatMinor: row.fee_flat_minor,
    capMinor: row.fee_cap_minor,
    isAbsorbed: row.fees_absorbed,
  });
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    kind: row.kind,
    status: row.status,
    quantityLeft: row.quantity_left,
    price: row.price_minor,
    fees,
    currency: COUNTRIES[row.country].currency,
    formattedPrice: formatPrice(row.price_minor, row.country, 'FREE'),
    formattedFees: formatMoney(fees, row.country),
    maximumPurchasableTicketCount: row.maximum_per_order,
    saleStartsAt: row.sale_starts_at?.toISOString() ?? null,
    saleEndsAt: row.sale_ends_at?.toISOString() ?? null,
  };
}
