import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { resendTickets } from '../../src/tickets/mails/resend-tickets.ts';
import type { AskedBy } from '../../src/tickets/mails/send-tickets.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { buy, pay, quantityLeft, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { databaseUrl } from '../harness/test-database.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const PRICE_MINOR = 1_000_000;
const FEE_MINOR = 60_000;
const UNKNOWN = 'TSR-0000-0000-0000-0000';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());

const orders = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['orders', ...words]);

type Bought = { orderId: string; reference: string; slug: string; ticketIds: string[] };

/** An order of two tickets out of ten, paid for where they cost something. */
async function bought({ priceMinor = PRICE_MINOR } = {}): Promise<Bought> {
  const { slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ name: 'Balcony', capacity: 10, priceMinor }],
  });
  const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
  if (order.checkoutUrl) await pay(order.checkoutUrl);
  const { id: orderId } = await untilStatus(on, order.reference, 'confirmed');
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  return { orderId, reference: order.reference, slug, ticketIds: rows.map(({ id }) => id) };
}

async function resendsOf(orderId: string): Promise<number> {
  const { rows } = await on.app.database.query<{ count: number }>(
    `SELECT count(*) FROM mails WHERE order_id = $1 AND kind = 'tickets' AND occasion <> ''`,
    [orderId],
  );
  return rows[0]?.count ?? 0;
}

/** The operator's changes of an order in the audit log. */
async function recordedOf(reference: string): Promise<{ action: string; after: unknown }[]> {
  const { rows } = await on.app.database.query<{ action: string; after: unknown }>(
    `SELECT action, after FROM audit_log
      WHERE actor_kind = 'operator' AND host_id = $1 AND subject_name = $2 ORDER BY id`,
    [host.hostId, reference],
  );
  return rows;
}

describe('orders show', () => {
  test('tells the order, its tickets, its money and its history, however the reference is typed', async () => {
    const { reference, ticketIds } = await bought();
    const said = saidBy(await orders('show', reference.toLowerCase()));
    const lines = said.trim().split('\n');
    assert.equal(lines[0], `${reference}  confirmed, 21200.00 NGN, Ada Obi <ada@example.com>`);
    assert.deepEqual(lines.slice(1, 4), [
      `  ticket   ${ticketIds[0]}  Balcony`,
      `  ticket   ${ticketIds[1]}  Balcony`,
      '  payment  21200.00 NGN by sandbox (order), 0.00 NGN refunded',
    ]);
    assert.match(lines[4] ?? '', /^ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}processing: the buyer ordered$/);
    assert.match(lines.at(-1) ?? '', / {2}confirmed: /);
  });

  test('leaves whoever reads it the master of the terminal', async () => {
    const { orderId, reference } = await bought({ priceMinor: 0 });
    await on.app.database.query('UPDATE orders SET first_name = $2 WHERE id = $1', [orderId, '\u001B[2JAda']);
    assert.match(saidBy(await orders('show', reference)), /, �\[2JAda Obi </);
  });
});

describe('orders find', () => {
  test('finds what a person has with all hosts: bought, held in another order, written to; and of nobody else', async () => {
    const [here, there] = [host, await makeHost(on)];
    const made: string[] = [];
    for (const seller of [here, there]) {
      const { slug, skus } = await makeEvent(on, seller, { ticketTypes: [{ name: 'Pit', priceMinor: 0 }] });
      const items = [{ sku: skus[0], quantity: 1 }];
      const { reference } = await buy(on, seller, { slug, items }, { body: { email: 'Bisi@Example.com' } });
      made.unshift(reference);
      await buy(on, seller, { slug, items }, { body: { email: 'bisi@example.com.evil.example' } });
    }
    const { reference: held, ticketIds } = await bought({ priceMinor: 0 });
    await on.app.database.query(`UPDATE tickets SET email = 'bisi@example.com' WHERE id = $1`, [
      ticketIds[0],
    ]);
    const found = JSON.parse((await orders('find', 'bisi@example.com', '--json')).stdout);
    assert.deepEqual(
      found.map(({ reference, part, hostId }: Record<string, unknown>) => [reference, part, hostId]),
      [
        [held, 'holder', here.hostId],
        [made[0], 'buyer', there.hostId],
        [made[1], 'buyer', here.hostId],
      ],
    );
    const said = saidBy(await orders('find', 'bisi@example.com', '--limit', '1'));
    assert.match(
      said,
      new RegExp(`^  ${held}  confirmed, 0\\.00 NGN, .*, holder of another buyer's ticket\n`),
    );
    assert.match(said, /There are more: see them with --limit\.\n$/);
    assert.equal(
      saidBy(await orders('find', 'nobody@example.com')),
      '  No order has anything of this person.\n',
    );
  });
});

describe('orders receipt', () => {
  test('tells the address of the receipt, which no other command does', async () => {
    const { reference } = await bought({ priceMinor: 0 });
    const { receipt_token: token } = await storedOrder(on, reference);
    assert.equal(
      saidBy(await orders('receipt', reference)).trim(),
      `http://localhost:3000/checkout/orders/${token}`,
    );
    assert.ok(!saidBy(await orders('show', reference)).includes(token));
  });
});

describe('orders refund', () => {
  test('gives back some, and the same key twice is one refund', async () => {
    const { reference, slug, ticketIds } = await bought();
    const some = ['--tickets', ` ${ticketIds[1]}`, '--amount', '500', '--key', 'a friend fell ill'];
    const said = saidBy(await orders('refund', reference, ...some));
    assert.match(said, /^ {2}Refunding 5\.00 NGN \(500 minor units\)\.$/m);
    assert.match(said, new RegExp(`^  ticket   ${ticketIds[0]}  Balcony$`, 'm'));
    assert.match(said, new RegExp(`^  ticket   ${ticketIds[1]}  Balcony, void$`, 'm'));
    assert.match(said, /^ {2}payment {2}21200\.00 NGN by sandbox \(order\), 5\.00 NGN refunded$/m);
    assert.match(said, /^ {2}refund {3}[0-9a-f-]{36} {2}5\.00 NGN, \w+ \(host\)$/m);
    await untilStatus(on, reference, 'partially_refunded');
    assert.match(saidBy(await orders('show', reference)), /a refund was asked for.*operator/);

    assert.deepEqual(await recordedOf(reference), [
      { action: 'order.refund', after: { amountMinor: 500, currency: 'NGN', returnsStock: true } },
    ]);

    const again = saidBy(await orders('refund', reference, ...some));
    assert.equal((await recordedOf(reference)).length, 1, 'what changed nothing leaves no line');
    assert.match(again, /^ {2}Already refunded: 5\.00 NGN \(500 minor units\)\.$/m);
    assert.equal(again.match(/^ {2}refund /gm)?.length, 1);
    assert.deepEqual(await quantityLeft(on, host, slug), [9]);
  });

  test('gives back all where nothing else is said, and keeps the stock back where that is', async () => {
    const [returned, kept] = [await bought(), await bought()];
    const runs = await Promise.all([
      orders('refund', returned.reference),
      orders('refund', kept.reference, '--keep-stock'),
    ]);
    for (const run of runs)
      assert.match(saidBy(run), /^ {2}Refunding 21200\.00 NGN \(2120000 minor units\)\.$/m);
    await untilStatus(on, returned.reference, 'refunded');
    await untilStatus(on, kept.reference, 'refunded');
    assert.deepEqual(await quantityLeft(on, host, returned.slug), [10]);
    assert.deepEqual(await quantityLeft(on, host, kept.slug), [8]);
  });

  test('of free tickets makes them void, once for a key', async () => {
    const { reference } = await bought({ priceMinor: 0 });
    const first = saidBy(await orders('refund', reference, '--key', 'rain'));
    assert.match(first, /^ {2}Refunding 0\.00 NGN/m);
    assert.match(first, /refunded: its tickets were cancelled \(refund rain\) \(by the operator\)$/m);
    const again = saidBy(await orders('refund', reference, '--key', 'rain'));
    assert.equal(again, first.replace('Refunding', 'Already refunded:'));
  });
});

describe('orders resend', () => {
  test('sends the tickets once more, whatever others did, and no more than five times an hour', async () => {
    const { orderId, reference } = await bought();
    const resend = (askedBy: AskedBy) =>
      on.app.database.transaction((tx) => resendTickets(tx, { orderId, askedBy, actor: OPERATOR }));
    for (let nr = 1; nr <= 5; nr += 1) await resend('buyer');
    for (let nr = 1; nr <= 2; nr += 1) await resend('anybody');
    assert.match(saidBy(await orders('resend', reference)), /^ {2}The tickets will be sent again\.$/m);
    assert.equal(await resendsOf(orderId), 8);
    for (let nr = 2; nr <= 5; nr += 1) await resend('operator');
    assert.equal(
      refusalOf(await orders('resend', reference)),
      'The tickets were sent several times just now: try again in an hour.',
    );
    assert.equal(await resendsOf(orderId), 12);
  });
});

describe(
  'the orders command says in one line what it can’t do, and nothing is changed',
  { concurrency: 4 },
  () => {
    let order: Bought;
    before(async () => {
      order = await bought();
    });

    // A function gives a word that is known only once there is an order.
    const reference = (): string => order.reference;
    type Words = (string | (() => string))[];
    const REFUSED: { words: Words; line: RegExp }[] = [
      { words: ['show'], line: /^orders show takes one order's reference, such as TSR-/ },
      { words: ['refund', reference, UNKNOWN], line: /^orders refund takes one order's reference/ },
      { words: ['show', UNKNOWN], line: /^There is no order "TSR-0000-0000-0000-0000": a reference reads/ },
      {
        words: ['resend', 'x'.repeat(5_000)],
        line: /^There is no order "x{100}": a reference reads like TSR-/,
      },
      { words: ['show', reference, '--amount', '5'], line: /^orders show takes no options: see .* help/ },
      { words: ['resend', reference, '--keep-stock'], line: /^orders resend takes no options: see .* help/ },
      { words: ['show', reference, '--json'], line: /^--limit and --json are for orders find: see .* help/ },
      { words: ['find', 'Ada'], line: /^orders find takes one e-mail address, such as ada@example\.com/ },
      { words: ['find', 'a@b.example', '--keep-stock'], line: /^orders find takes no such option: see/ },
      { words: ['refund', reference, '--al'], line: /^Unknown option '--al': see tessera orders help/ },
      { words: ['refund', reference, '--amount'], line: /^Option '--amount .* see tessera orders help/ },
      {
        words: ['refund', reference, '--amount', '-5'],
        line: /^Option '--amount' .* see tessera orders help/,
      },
      { words: ['refund', reference, '--amount', ''], line: /^--amount takes a whole number of minor units/ },
      { words: ['refund', reference, '--amount', '1e3'], line: /^--amount takes a whole number of minor/ },
      {
        words: ['refund', reference, '--amount', '2120001'],
        line: new RegExp(`^amount must be .* from 0 to ${2 * (PRICE_MINOR + FEE_MINOR)}\\.`),
      },
      {
        words: ['refund', reference, '--tickets', 'row-7'],
        line: /^One of the tickets belongs to another order/,
      },
      { words: ['refund', reference, '--tickets', ''], line: /^One of the tickets belongs to another order/ },
      {
        words: ['refund', reference, '--key', ''],
        line: /^The key of a refund must have 1 to 255 characters/,
      },
    ];

    for (const { words, line } of REFUSED) {
      const title = words.map((word) =>
        typeof word === 'string' ? word.slice(0, 30) || "''" : '<reference>',
      );
      test(`orders ${title.join(' ')}`, async () => {
        const run = await orders(...words.map((word) => (typeof word === 'string' ? word : word())));
        assert.match(refusalOf(run), line);
        assert.equal((await storedOrder(on, order.reference)).status, 'confirmed');
        assert.equal(await resendsOf(order.orderId), 0);
      });
    }
  },
);

test('an order that has no tickets, or has them no more, is neither refunded nor sent', async () => {
  const { slug, skus } = await makeEvent(on, host);
  const { reference: unpaid } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  const { orderId, reference: over } = await bought({ priceMinor: 0 });
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'over',
    }),
  );
  const [refundUnpaid, refundOver, resendUnpaid, resendOver] = await Promise.all([
    orders('refund', unpaid),
    orders('refund', over),
    orders('resend', unpaid),
    orders('resend', over),
  ]);
  assert.equal(refusalOf(refundUnpaid), 'An order that is pending_payment can’t be refunded.');
  assert.equal(refusalOf(refundOver), 'An order that is refunded can’t be refunded.');
  assert.equal(refusalOf(resendUnpaid), 'This order has no tickets to send.');
  assert.equal(refusalOf(resendOver), 'This order has no tickets to send.');
});

test('orders help names every command; one that is not there is answered with it', async () => {
  const [help, none, unknown] = await Promise.all([orders('help'), orders(), orders('dance')]);
  for (const word of ['show', 'refund', 'resend', '--tickets', '--amount', '--keep-stock', '--key'])
    assert.match(help.stdout, new RegExp(`${word}\\b`));
  assert.deepEqual([help.code, none.code, unknown.code], [0, 0, 1]);
  assert.equal(none.stdout, help.stdout);
  assert.equal(unknown.stderr, `\ntessera: There is no such command.\n\n${help.stdout}`);
});

test('without a key, a database or its tables, the command says which to mend', async () => {
  const beside = besideOf(on);
  const { DATABASE_URL = '', SECRET_KEY = '' } = beside;
  const show = (environment: Record<string, string>) => runCommand(environment, ['orders', 'show', UNKNOWN]);
  const runs = await Promise.all([
    show({ ENVIRONMENT: 'development', DATABASE_URL }),
    show({ ...beside, DATABASE_URL: databaseUrl('no_such_database') }),
    // The server's own database, in which nobody ever made a table of ours.
    show({ ...beside, DATABASE_URL: databaseUrl('postgres') }),
  ]);
  const [noKey, noDatabase, noTables] = runs.map(refusalOf);
  assert.match(noKey ?? '', /^SECRET_KEY is required with DATABASE_URL/);
  assert.match(noDatabase ?? '', /^DATABASE_URL: .*"no_such_database" does not exist/);
  assert.equal(noTables, "The database lacks Tessera's tables: run tessera migrate first.");
  for (const { stdout, stderr } of runs) assert.ok(!(stdout + stderr).includes(SECRET_KEY));
});
