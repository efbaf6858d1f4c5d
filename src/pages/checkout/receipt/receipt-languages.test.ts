import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import type { ReceiptPage } from './contract.ts';
import { createSeats } from '../../../inventory/seats/create-seats.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { settleRefundByHand } from '../../../orders/settle-refund-by-hand.ts';
import { loadWeb } from '../../serving/load-web.ts';
import type { Language } from '../../../values/language.ts';
import { CHI, startReceiptOrders } from './receipt-orders.fixture.ts';
import { BUYER } from './receipt.fixture.ts';

expectNothingUnhandled();

const { on, get, freeEvent, paidEvent, paidOrder, endOrder, sellToOthers, finishRefunds } =
  await startReceiptOrders();
after(() => on.close());

// Hosts' and buyers' own words are the same in every language; so are three words, the names of the languages, and a time of the day.
const WRITTEN_BY_PEOPLE = [
  'Soirée',
  'Zzz',
  'Harmattan Nights',
  'Ikeja, Lagos',
  'Ada Obi',
  'Chi Eze',
  'a…@example.com',
  'c…@example.org',
  'HARMATTAN',
  'Tessera',
  'English',
  'Français',
  'Português',
  'Español',
  'Deutsch',
  'Italiano',
  'Kiswahili',
  'العربية',
  'Section',
  'Total',
];
const NO_WORDS = /^[\d\s.,:×₦·()+-]*((WAT|UTC|GMT|PM|AM)[\d\s+:]*)?$/;

/** All that is read or read aloud on a page. */
function textsOf(markup: string): string[] {
  const body = markup.replace(/<(style|script)\b.*?<\/\1>/gs, '');
  const attributes = [...body.matchAll(/(?:aria-label|alt|title|data-text)="([^"]*)"/g)];
  return [...body.matchAll(/>([^<]+)(?=<)/g), ...attributes].map(([, text = '']) => text.trim());
}

/** The words that two languages share on a page, besides those of people, codes and references. */
function sharedTexts(one: string, other: string): string[] {
  const others = new Set(textsOf(other));
  return textsOf(one)
    .filter((text) => others.has(text))
    .map((text) => WRITTEN_BY_PEOPLE.reduce((rest, written) => rest.replaceAll(written, ''), text))
    .filter((rest) => !NO_WORDS.test(rest) && !/^(TSR-[\w-]+|[0-9A-Z]{4}-[0-9A-Z]{4})$/.test(rest));
}

async function pageIn(language: Language, { orderId, receiptToken }: Order, rest = ''): Promise<string> {
  await on.database.query('UPDATE orders SET language = $2 WHERE id = $1', [orderId, language]);
  // The browser's own language does not count: an order has one.
  const other = language === 'fr' ? 'en' : 'fr';
  const { text } = await get(receiptToken, rest, { headers: { 'accept-language': other } });
  assert.match(text, new RegExp(`<html lang="${language}"`));
  return text;
}

type Order = { orderId: string; receiptToken: string };

const NAMES = { name: 'Soirée', ticketTypes: [{ priceMinor: 1_000_000, name: 'Zzz' }] };
const FREE = { name: 'Soirée', ticketTypes: [{ priceMinor: 0, name: 'Zzz', maximumPerOrder: 100 }] };

const refundAll = ({ orderId }: Order, ticketIds: string[] | null = null) =>
  on.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'r',
    }),
  );

async function linkedOrder() {
  const order = await on.order({ event: await paidEvent(NAMES) });
  await on.link(order.orderId);
  return order;
}

async function endedOrder(status: string): Promise<Order> {
  const order = await on.order({ event: await paidEvent(NAMES) });
  await endOrder(order.orderId, status);
  return order;
}

async function paidAndRefunded(ticketIds: 'all' | 'first'): Promise<Order> {
  const order = await paidOrder({ event: await paidEvent(NAMES), quantities: [3] });
  const { rows } = await on.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [order.orderId],
  );
  await refundAll(order, ticketIds === 'all' ? null : [rows[0]?.id ?? '']);
  return order;
}

async function lateOrder(): Promise<Order> {
  const event = await paidEvent({ name: 'Soirée', ticketTypes: [{ ...NAMES.ticketTypes[0], capacity: 1 }] });
  const order = await on.order({ event });
  await on.link(order.orderId);
  await endOrder(order.orderId, 'expired');
  await sellToOthers({ ...order, ...event });
  assert.equal(await on.settle(order.orderId, order.totalMinor), 'refunded');
  return order;
}

async function settleByHand({ orderId }: Order): Promise<void> {
  const { rows } = await on.database.query<{ id: string }>('SELECT id FROM refunds WHERE order_id = $1', [
    orderId,
  ]);
  const [refund] = rows;
  assert(refund);
  await on.database.transaction((tx) =>
    settleRefundByHand(tx, {
      seenBy: 'operator',
      refundId: refund.id,
      actor: OPERATOR,
      by: 'Bola',
      reason: 'cash',
      evenIfUnderWay: true,
    }),
  );
}

/** Orders in every state that the page knows, each with what is asked for below its address. */
const STATES: Record<string, () => Promise<Order & { rest?: string }>> = {
  processing: async () => on.order({ event: await paidEvent({ ...NAMES, hideLocation: true }) }),
  'to be paid': linkedOrder,
  'with the time to pay over': async () => {
    const order = await linkedOrder();
    await on.database.query(`UPDATE orders SET pay_by = now() WHERE id = $1`, [order.orderId]);
    return order;
  },
  failed: () => endedOrder('failed'),
  expired: () => endedOrder('expired'),
  cancelled: () => endedOrder('cancelled'),
  confirmed: async () => {
    const event = await paidEvent({ ...NAMES, hostMessage: 'Zzz' });
    return paidOrder({ event, quantities: [2], recipients: [BUYER, CHI], discountMinor: 200_000 });
  },
  'just sent again': async () => ({
    ...(await on.order({ event: await freeEvent(FREE) })),
    rest: '?notice=resent',
  }),
  'sent too often': async () => ({
    ...(await on.order({ event: await freeEvent(FREE) })),
    rest: '?notice=too_often',
  }),
  'with nothing to send': async () => ({ ...(await linkedOrder()), rest: '?notice=nothing_to_send' }),
  'with a mail that was refused': async () => {
    const order = await on.order({ event: await freeEvent(FREE), quantities: [2], recipients: [BUYER, CHI] });
    await on.database.query(
      `INSERT INTO mails (id, order_id, kind, recipient, sent_at, message_id, refused_at)
       VALUES (new_id(), $1, 'tickets', 'ada@example.com', now(), 'm@x', NULL),
              (new_id(), $1, 'tickets', 'chi@example.org', NULL, NULL, now())`,
      [order.orderId],
    );
    return order;
  },
  'with mails long forgotten': async () => {
    const order = await on.order({ event: await freeEvent(FREE) });
    await on.database.query(`UPDATE orders SET confirmed_at = now() - interval '2 days' WHERE id = $1`, [
      order.orderId,
    ]);
    return order;
  },
  'with many tickets': async () => ({
    ...(await on.order({ event: await freeEvent(FREE), quantities: [21] })),
    rest: '?tickets=3',
  }),
  'with a seat': async () => {
    const event = await on.makeEvent({
      name: 'Soirée',
      kind: 'seat_map',
      ticketTypes: [{ kind: 'SEATED', priceMinor: 0, name: 'Zzz' }],
    });
    const seat = { section: 'Zzz', rowLabel: 'Zzz', seatLabel: '1', x: 0, y: 0 };
    const [ticketTypeId = ''] = event.skus;
    await on.database.transaction((tx) =>
      createSeats(tx, event.eventId, [
        { ticketTypeId, ...seat, isAccessible: false, isRestrictedView: false },
      ]),
    );
    const { rows } = await on.database.query<{ id: string }>('SELECT id FROM seats WHERE event_id = $1', [
      event.eventId,
    ]);
    return on.order({ event, seatIds: rows.map(({ id }) => id) });
  },
  'partly being refunded': () => paidAndRefunded('first'),
  'partly refunded, with a used ticket': async () => {
    const order = await paidAndRefunded('first');
    await finishRefunds(order.orderId);
    await on.database.query('UPDATE tickets SET used_at = now() WHERE order_id = $1 AND position = 2', [
      order.orderId,
    ]);
    return order;
  },
  'being refunded': () => paidAndRefunded('all'),
  refunded: async () => {
    const order = await paidAndRefunded('all');
    await finishRefunds(order.orderId);
    return order;
  },
  'without tickets where a file of them is asked for': async () => ({
    ...(await paidAndRefunded('all')),
    rest: '/calendar.ics',
  }),
  'settled by hand': async () => {
    const order = await paidAndRefunded('all');
    await settleByHand(order);
    return order;
  },
  'paid too late': lateOrder,
  'paid too late, and returned': async () => {
    const order = await lateOrder();
    await finishRefunds(order.orderId);
    return order;
  },
  'paid too late, and settled by hand': async () => {
    const order = await lateOrder();
    await settleByHand(order);
    return order;
  },
  'paid twice, and wrongly': async () => {
    const order = await paidOrder({ event: await paidEvent(NAMES) });
    await on.settle(order.orderId, order.totalMinor);
    await on.settle(order.orderId, 500, 'USD');
    await on.database.query(
      `UPDATE refunds SET status = 'needs_attention' WHERE reason = 'mismatch' AND order_id = $1`,
      [order.orderId],
    );
    return order;
  },
  'paid too much': async () => {
    const order = await linkedOrder();
    await on.settle(order.orderId, order.totalMinor + 5_000);
    return order;
  },
  'for a cancelled event': async () => {
    const event = await freeEvent(FREE);
    const order = await on.order({ event });
    await on.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [event.eventId]);
    return order;
  },
};

for (const [state, make] of Object.entries(STATES)) {
  test(`a receipt in French has no English left: an order ${state}`, async () => {
    const { rest = '', ...order } = await make();
    const [english, french] = [await pageIn('en', order, rest), await pageIn('fr', order, rest)];
    assert.ok(textsOf(french).length > 2);
    assert.deepEqual(sharedTexts(french, english), []);
  });
}

test('dates and sums are written as the language and the country write them', async () => {
  const event = await on.makeEvent({
    ...NAMES,
    startsAt: new Date('2030-05-04T18:00:00Z'),
    closesAt: new Date('2030-05-05T02:00:00Z'),
    timezone: 'Africa/Lagos',
  });
  const order = await paidOrder({ event });
  await on.database.query(`UPDATE orders SET confirmed_at = '2026-03-04T12:00:00Z' WHERE id = $1`, [
    order.orderId,
  ]);
  const text = (await pageIn('fr', order)).replaceAll(/[\u00A0\u202F]/g, ' ');
  assert.match(text, /samedi 4 mai 2030/);
  assert.match(text, /4 mars 2026/);
  assert.match(text, /10 600,00 (₦|NGN)/);
});

test('a page without an order is in the browser’s language', async () => {
  for (const [token, rest] of [
    ['nothing', ''],
    ['nothing', '/tickets.pdf'],
    ['TSR-0000-0000-0000-0000', ''],
    ['TSR-0000-0000-0000-0000', '?notice=asked'],
  ] as const) {
    const pages = await Promise.all(
      ['en-GB', 'fr-CI, en;q=0.5'].map(async (wanted) => {
        const { text } = await get(token, rest, { headers: { 'accept-language': wanted } });
        assert.match(text, new RegExp(`<html lang="${wanted.slice(0, 2)}"`));
        return text;
      }),
    );
    assert.deepEqual(sharedTexts(pages[0] ?? '', pages[1] ?? ''), []);
  }
});

test('so are the pages about something that went wrong', async () => {
  const { renderPage } = await loadWeb();
  const shell = { assetsPath: '', style: { file: '' }, scripts: null, isSecret: true };
  const about = [{ about: 'trouble' }, { about: 'too_often', seconds: 5 }] as const;
  for (const trouble of about) {
    const [english = '', french = ''] = (['en', 'fr'] as const).map((language) =>
      renderPage(
        'receipt',
        { ...trouble, language, host: null, againAddress: '' } satisfies ReceiptPage,
        shell,
      ),
    );
    assert.deepEqual(sharedTexts(french, english), []);
  }
});

test('an order in a language that a newer program knows is shown in English', async () => {
  const order = await on.order({ event: await freeEvent(FREE) });
  await on.database.query(`UPDATE orders SET language = 'xx' WHERE id = $1`, [order.orderId]);
  const { status, text } = await get(order.receiptToken, '', { headers: { 'accept-language': 'fr' } });
  assert.equal(status, 200);
  assert.match(text, /<html lang="en"/);
});
