import type { Queryable } from '../db/database.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import type { Language } from '../values/language.ts';

type ToldOrder = {
  order: { items: PricedItem[] };
  event: { id: string; name: string; directions: string | null; hostMessage: string | null };
  tickets: readonly { sku: string; typeName: string }[];
};

type Words = {
  name: string | null;
  directions: string | null;
  hostMessage: string | null;
  /** The ticket types that have another name in this language. */
  types: { id: string; name: string; translated: string }[];
};

/**
 * An order with the texts of its event in a language, as far as its host has translated them. A line that was bought under a name which the
 * ticket type has no longer keeps it: it is what the buyer agreed to.
 */
export async function translateOrder<Told extends ToldOrder>(
  tx: Queryable,
  told: Told,
  language: Language,
): Promise<Told> {
  const { rows } = await tx.query<Words>(
    `SELECT words.name, words.directions, words.host_message AS "hostMessage",
            coalesce((SELECT json_agg(json_build_object('id', type.id, 'name', type.name, 'translated', words.ticket_types -> type.id::text ->> 'name'))
                        FROM ticket_types AS type
                       WHERE type.event_id = $1 AND words.ticket_types -> type.id::text ->> 'name' IS NOT NULL), '[]') AS types
       FROM event_translations AS words WHERE words.event_id = $1 AND words.language = $2`,
    [told.event.id, language],
  );
  const [words] = rows;
  if (!words) return told;
  const types = new Map(words.types.map((type) => [type.id, type]));
  const { order, event, tickets } = told;
  return {
    ...told,
    order: { ...order, items: order.items.map((item) => ({ ...item, name: translateName(types, item) })) },
    event: {
      ...event,
      name: words.name ?? event.name,
      directions: event.directions && (words.directions ?? event.directions),
      hostMessage: event.hostMessage && (words.hostMessage ?? event.hostMessage),
    },
    tickets: tickets.map((ticket) => ({
      ...ticket,
      typeName: types.get(ticket.sku)?.translated ?? ticket.typeName,
    })),
  };
}

function translateName(
  types: ReadonlyMap<string, Words['types'][number]>,
  { sku, name }: Pick<PricedItem, 'sku' | 'name'>,
): string {
  const type = types.get(sku);
  return type?.name === name ? type.translated : name;
}
