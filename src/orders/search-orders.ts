import type { Queryable } from '../db/database.ts';
import { readCursor, writeCursor } from '../http/list-cursor.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { claimedSerial, readTicketCode } from '../tickets/ticket-code.ts';
import { findVerifyKeys } from '../tickets/verify-keys.ts';
import { MAX_STEPS, walkOrders, type ListedOrder, type ListOrders, type OrderPage } from './list-orders.ts';
import { orderConditions, startValues, type AddValue, type OrderFilters } from './order-filters.ts';
import { readTypedReference } from './order-reference.ts';
import { orderIndexPlan } from './order-index-plan.ts';

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
  return { items: await findByTicket(tx, secretKeys, { serial, typed, ...search }), nextCursor: null };
}

/** The order of that id or reference, if it passes the filters. */
async function findOne(
  tx: Queryable,
  { limit, cursor: _cursor, cursorKeys: _keys, ...filters }: ListOrders,
  [column, value]: [column: 'id' | 'reference', value: string],
): Promise<ListedOrder[]> {
  const { values, add } = startValues();
  const way = { ranges: [`${column} = ${add(value)}`], order: 'id', isExact: true };
  const { items } = await walkOrders(tx, { way, values, conditions: orderConditions(filters, add), limit });
  return items;
}

/** The order of a ticket whose code we have signed. */
async function findByTicket(
  tx: Queryable,
  secretKeys: SecretKeys,
  { serial, typed, ...search }: SearchOrders & { serial: string },
): Promise<ListedOrder[]> {
  const { rows } = await tx.query<{ event_id: string; order_id: string }>(
    'SELECT event_id, order_id FROM tickets WHERE serial = $1',
    [serial],
  );
  const [ticket] = rows;
  if (!ticket) return [];
  const { event_id: eventId, order_id: orderId } = ticket;
  const [verifyKeys, found] = await Promise.all([
    findVerifyKeys(tx, secretKeys, eventId),
    findOne(tx, search, ['id', orderId]),
  ]);
  return readTicketCode(verifyKeys, { eventId, code: typed }) === null ? [] : found;
}

type NameColumn = 'email' | 'first_name' | 'last_name';

/** That a column is a text, goes on after it, or either. */
type Match = { column: NameColumn; text: string; kind: 'is' | 'goes on' | 'begins' };

/** By the first match there is an index. */
type PersonList = [Match, ...Match[]];

/** Exact matches first. An e-mail has an @ and no space, and a name no @. */
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
  let few = await findFew(tx, filters, FEW_BEFORE);
  for (const [nr, list] of lists.entries()) {
    if (after && nr < after.createdAtMs) continue;
    const earlier = lists.slice(0, nr).filter((one) => overlaps(one, list));
    let seenId = nr === after?.createdAtMs ? after.id : BEFORE_ALL;
    for (let step = 0; ; step += 1) {
      const from = await positionOf(tx, list, seenId);
      const page = await readOn(tx, { list, earlier, from, filters, few, limit: limit - items.length });
      items.push(...page.items);
      // Hardly any of that name pass the filters: perhaps hardly any order does.
      if (page.end && step === 0) few ??= await findFew(tx, filters, FEW_AFTER);
      seenId = page.end?.id ?? page.items.at(-1)?.id ?? seenId;
      if (page.isFull || (page.end && step === MAX_STEPS)) return { items, nextCursor: cursorAt(nr, seenId) };
      if (!page.end) break;
    }
  }
  return { items, nextCursor: null };
}

// The orders read to see whether the filters leave few: less than a page by name may take, and if that finds nothing, as much again.
const FEW_BEFORE = 20;
const FEW_AFTER = 200;

/** The ids of all orders that pass the filters, by the filters' own way, where these are few; null where they are not. */
async function findFew(tx: Queryable, filters: OrderFilters, most: number): Promise<string[] | null> {
  const { hostId: _hostId, timezone: _timezone, ...narrowing } = filters;
  if (Object.values(narrowing).every((value) => value === null || value === false)) return null;
  const { values, add } = startValues();
  const way = await orderIndexPlan(tx, filters, { after: null, limit: most, add });
  const { items, end, isFull } = await walkOrders(tx, {
    way,
    values,
    conditions: orderConditions(filters, add),
    limit: most,
  });
  return isFull || end ? null : items.map(({ id }) => id);
}

type ReadOn = {
  list: PersonList;
  earlier: PersonList[];
  filters: OrderFilters;
  /** All that pass the filters, where it is known. */
  few: string[] | null;
  limit: number;
};

/** A step of a list, behind a position. */
async function readOn(
  tx: Queryable,
  { from, ...input }: ReadOn & { from: { id: string; text: string } | null },
): ReturnType<typeof walkOrders> {
  const items: ListedOrder[] = [];
  for (const range of rangesOf(input.list, { hostId: input.filters.hostId, from })) {
    const page = await walkList(tx, { ...input, range, limit: input.limit - items.length });
    items.push(...page.items);
    if (page.end ?? page.isFull) return { ...page, end: page.end ?? items.at(-1) ?? null, items };
  }
  return { items, end: null, isFull: false };
}

async function walkList(tx: Queryable, input: ReadOn & { range: Range }): ReturnType<typeof walkOrders> {
  const { list, earlier, filters, few, limit } = input;
  const { values, add } = startValues();
  const { condition, order } = input.range(add);
  const areTrue = (matches: Match[]): string => matches.map((match) => isTrue(match, add)).join(' AND ');
  const conditions = [
    ...orderConditions(filters, add),
    ...list.slice(1).map((match) => isTrue(match, add)),
    ...earlier.map((matches) => `NOT (${areTrue(matches)})`),
  ];
  // The host alone, which the range has too: nothing that a row on it could fail.
  const isExact = conditions.length === 1;
  // OFFSET 0: by their keys, and not by name.
  const from = few && `(SELECT * FROM orders WHERE id = ANY (${add(few)}::uuid[]) OFFSET 0) AS orders`;
  const way = { ranges: [condition], order, isExact, ...(from !== null && { from }) };
  return walkOrders(tx, { way, values, conditions, limit });
}

// No order has this id: a list that is taken up behind it is taken up at its start.
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The sort key of the order that a list continues behind. */
async function positionOf(
  tx: Queryable,
  [{ column }]: PersonList,
  id: string,
): Promise<{ id: string; text: string } | null> {
  if (id === BEFORE_ALL) return null;
  const { rows } = await tx.query<{ id: string; text: string }>(
    `SELECT id, lower(${column}) AS text FROM orders WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** A part of an index, in its order. */
type Range = (add: AddValue) => { condition: string; order: string };

/** The list from its start; or behind a position: first what is sorted like it, then the rest. */
function rangesOf(
  [{ column, text, kind }]: PersonList,
  { hostId, from }: { hostId: string; from: { id: string; text: string } | null },
): Range[] {
  const sorted = `lower(${column})`;
  const own = (add: AddValue): string => `host_id = ${add(hostId)}`;
  const equal =
    (to: string, behind: '<' | '>', order: string): Range =>
    (add) => ({
      condition: `${sorted} = ${add(to)} AND ${own(add)}${from ? ` AND id ${behind} ${add(from.id)}` : ''}`,
      order,
    });
  const onward =
    (operator: string, start: string): Range =>
    (add) => ({
      condition: `${sorted} ${operator} ${add(start)} AND ${sorted} ~<~ ${add(text + LAST_CHARACTER)} AND ${own(add)}`,
      order: `${sorted} USING ~<~, id`,
    });
  if (kind === 'is') return [equal(text, '<', 'id DESC')];
  if (!from) return [onward(FROM[kind], text)];
  return [equal(from.text, '>', 'id'), onward('~>~', from.text)];
}
