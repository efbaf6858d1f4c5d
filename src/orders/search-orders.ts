import type { Queryable } from '../db/database.ts';
import { readCursor, writeCursor } from '../events/cursor.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { claimedSerial, readTicketCode } from '../tickets/ticket-code.ts';
import { findVerifyKeys } from '../tickets/verify-keys.ts';
import { walkOrders, type ListedOrder, type ListOrders, type OrderPage } from './list-orders.ts';
import { orderConditions, startValues, type AddValue } from './order-filters.ts';
import { readTypedReference } from './order-reference.ts';

export type SearchOrders = ListOrders & { typed: string };

// Behind every character that is in a name.
const LAST_CHARACTER = '\u{10FFFF}';
// A name of more words is looked for by its first and last.
const MAX_WORDS = 10;

/**
 * A host's orders by what somebody says who has one: its reference, a ticket's code, the buyer's e-mail or its beginning, or the
 * buyer's last name or its beginning, alone or with the first name before or after it; of those, the ones that pass the filters. The newest
 * come first among those that match exactly. A first name alone is not looked for: an index for it would cost each order more than the
 * others together.
 */
export async function searchOrders(
  tx: Queryable,
  secretKeys: SecretKeys,
  { typed, ...search }: SearchOrders,
): Promise<OrderPage> {
  const reference = readTypedReference(typed);
  const named = reference === null ? [] : await findOne(tx, search, ['reference', reference]);
  // A name can have the letters of a reference.
  if (named.length > 0) return { items: named, nextCursor: null };
  const serial = claimedSerial(typed);
  if (serial === null) return findByPerson(tx, { typed, ...search });
  const orderId = await findByTicket(tx, secretKeys, { serial, code: typed });
  return { items: orderId === null ? [] : await findOne(tx, search, ['id', orderId]), nextCursor: null };
}

/** The order of that id or reference, if it passes the filters. */
async function findOne(
  tx: Queryable,
  { limit, cursor: _cursor, cursorKeys: _keys, ...filters }: ListOrders,
  [column, value]: [column: 'id' | 'reference', value: string],
): Promise<ListedOrder[]> {
  const { values, add } = startValues();
  const way = { ranges: [`${column} = ${add(value)}`], order: 'id', isExact: true, valueCount: 1 };
  const { items } = await walkOrders(tx, { way, values, conditions: orderConditions(filters, add), limit });
  return items;
}

/** The order of a ticket whose code we have signed. */
async function findByTicket(
  tx: Queryable,
  secretKeys: SecretKeys,
  { serial, code }: { serial: string; code: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ event_id: string; order_id: string }>(
    'SELECT event_id, order_id FROM tickets WHERE serial = $1',
    [serial],
  );
  const [ticket] = rows;
  if (!ticket) return null;
  const { event_id: eventId, order_id: orderId } = ticket;
  const verifyKeys = await findVerifyKeys(tx, secretKeys, eventId);
  return readTicketCode(verifyKeys, { eventId, code }) === null ? null : orderId;
}

type NameColumn = 'email' | 'first_name' | 'last_name';

/** That a column is a text, goes on after it, or either. */
type Match = { column: NameColumn; text: string; kind: 'is' | 'goes on' | 'begins' };

/** By the first match there is an index. */
type PersonList = [Match, ...Match[]];

/** What is exactly so first. An e-mail has an @ and no space, and a name no @. */
function listsFor(text: string): PersonList[] {
  const words = text.split(' ').slice(0, MAX_WORDS);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const mayBeEmail = words.length === 1;
  const mayBeName = !text.includes('@');
  const list = (column: NameColumn, kind: Match['kind']): PersonList => [{ column, text, kind }];
  const pair = (name: string, other: string): PersonList => [
    { column: 'last_name', text: name, kind: 'begins' },
    { column: 'first_name', text: other, kind: 'begins' },
  ];
  return [
    ...(mayBeEmail ? [list('email', 'is')] : []),
    ...(mayBeName ? [list('last_name', 'is')] : []),
    ...(mayBeEmail ? [list('email', 'goes on')] : []),
    ...(mayBeName ? [list('last_name', 'goes on')] : []),
    ...(mayBeName && !mayBeEmail ? [pair(last, first), pair(first, last)] : []),
  ];
}

// Ranges and not LIKE, which is planned without the index where the text is not known yet.
function isTrue({ column, text, kind }: Match, add: AddValue): string {
  const value = `lower(o.${column})`;
  if (kind === 'is') return `${value} = ${add(text)}`;
  return `${value} ${FROM[kind]} ${add(text)} AND ${value} ~<~ ${add(text + LAST_CHARACTER)}`;
}
const FROM = { begins: '~>=~', 'goes on': '~>~' };

/** Whether an order can be in both. */
const overlaps = ([one]: PersonList, [other]: PersonList): boolean =>
  one.column !== other.column || one.text !== other.text || other.kind !== 'goes on';

/**
 * By the indexes on (lower(email), host_id, id) and (lower(last_name), host_id, id). A page goes through the lists until it is full; what is in
 * two of them is in the first. The cursor has the list's number in place of a time, and the last order: what that is sorted by is read
 * again, so that no cursor tells an e-mail.
 */
async function findByPerson(
  tx: Queryable,
  { typed, limit, cursor, cursorKeys, ...filters }: SearchOrders,
): Promise<OrderPage> {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const signed = JSON.stringify(['orders', filters, text]);
  const after = cursor === null ? null : readCursor(cursorKeys.accepted, signed, cursor);
  const cursorAt = (nr: number, id: string): string =>
    writeCursor(cursorKeys.current, signed, { createdAtMs: nr, id });
  const lists = listsFor(text);
  const items: ListedOrder[] = [];
  for (const [nr, list] of lists.entries()) {
    if (after && nr < after.createdAtMs) continue;
    const { values, add } = startValues();
    const from = nr === after?.createdAtMs ? await positionOf(tx, list, after.id) : null;
    const way = wayTo(list, { hostId: filters.hostId, from, add });
    const valueCount = values.length;
    const isKnown = lists
      .slice(0, nr)
      .filter((earlier) => overlaps(earlier, list))
      .map((earlier) => earlier.map((match) => isTrue(match, add)).join(' AND '));
    const conditions = [
      ...orderConditions(filters, add),
      ...list.slice(1).map((match) => isTrue(match, add)),
      ...isKnown.map((earlier) => `NOT (${earlier})`),
    ];
    // Of the way's own list, and of the host: nothing that a row on it could fail.
    const isExact = conditions.length === 1;
    const left = limit - items.length;
    const page = await walkOrders(tx, {
      way: { ...way, isExact, valueCount },
      values,
      conditions,
      limit: left,
    });
    items.push(...page.items);
    if (page.end) return { items, nextCursor: cursorAt(nr, page.end.id) };
    if (page.hasMore) return { items, nextCursor: cursorAt(nr, BEFORE_ALL) };
  }
  return { items, nextCursor: null };
}

// No order has this id: a list that is taken up behind it is taken up at its start.
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** What a list is sorted by, of the order that it is taken up behind. */
async function positionOf(
  tx: Queryable,
  [{ column }]: PersonList,
  id: string,
): Promise<{ id: string; text: string } | null> {
  const { rows } = await tx.query<{ id: string; text: string }>(
    `SELECT id, lower(${column}) AS text FROM orders WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

function wayTo(
  [{ column, text, kind }]: PersonList,
  { hostId, from, add }: { hostId: string; from: { id: string; text: string } | null; add: AddValue },
): { ranges: string[]; order: string } {
  const sorted = `lower(${column})`;
  const own = `host_id = ${add(hostId)}`;
  if (kind === 'is') {
    const behind = from ? ` AND id < ${add(from.id)}` : '';
    return { ranges: [`${sorted} = ${add(text)} AND ${own}${behind}`], order: 'id DESC' };
  }
  const order = `${sorted} USING ~<~, id`;
  const end = `${sorted} ~<~ ${add(text + LAST_CHARACTER)}`;
  if (!from) return { ranges: [`${sorted} ${FROM[kind]} ${add(text)} AND ${end} AND ${own}`], order };
  const at = add(from.text);
  return {
    ranges: [
      `${sorted} = ${at} AND ${own} AND id > ${add(from.id)}`,
      `${sorted} ~>~ ${at} AND ${end} AND ${own}`,
    ],
    order,
  };
}
