import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { buy, historyOf, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());

const refunds = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['refunds', ...words]);

type Refused = { reference: string; refundId: string; mend(): Promise<unknown> };

/** An order whose refund the sandbox refused: somebody took the money out of it. */
async function refused(): Promise<Refused> {
  const { slug, skus } = await makeEvent(on, host, {
    name: 'Lagos Night',
    ticketTypes: [{ priceMinor: 1_000_000 }],
  });
  const { reference, checkoutUrl } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await pay(checkoutUrl);
  const { id: orderId } = await untilStatus(on, reference, 'confirmed');
  const setCurrency = (currency: string) =>
    on.app.database.query('UPDATE sandbox_payments SET currency = $2 WHERE reference = $1', [
      reference,
      currency,
    ]);
  await setCurrency('GHS');
  const { refundId } = await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'rain',
    }),
  );
  assert.ok(refundId);
  await until('the sandbox to refuse', async () => (await statusOf(refundId)) === 'needs_attention');
  return { reference, refundId, mend: () => setCurrency('NGN') };
}

async function statusOf(refundId: string): Promise<string | undefined> {
  const { rows } = await on.app.database.query<{ status: string }>(
    'SELECT status FROM refunds WHERE id = $1',
    [refundId],
  );
  return rows[0]?.status;
}

test('a refused refund is listed with its reason, shown, retried, and gone from the list when it is done', async () => {
  assert.equal(saidBy(await refunds('list')), '  No refund needs attention.\n');
  const { reference, refundId, mend } = await refused();
  const lines = saidBy(await refunds('list'))
    .trimEnd()
    .split('\n');
  assert.equal(lines[0], `  needs_attention  10600.00 NGN (host) of ${reference} by sandbox, Lagos Night`);
  assert.match(
    lines[1] ?? '',
    new RegExp(`^ {6}${refundId}, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`),
  );
  assert.equal(
    lines[2],
    '      the gateway refused it: the sandbox refused: This payment is in another currency.',
  );
  const shown = saidBy(await refunds('show', refundId.toUpperCase()));
  assert.match(
    shown,
    new RegExp(`^  refund   ${refundId}  10600\\.00 NGN, needs_attention \\(host\\): the gate`, 'm'),
  );

  await mend();
  assert.match(saidBy(await refunds('retry', refundId)), /^ {2}It is on its way again\.$/m);
  await untilStatus(on, reference, 'refunded');
  assert.match(saidBy(await refunds('retry', refundId)), /^ {2}It was already paid\.$/m);
  assert.equal(saidBy(await refunds('list')), '  No refund needs attention.\n');
  const all = JSON.parse((await refunds('list', '--all', '--json')).stdout) as {
    id: string;
    status: string;
  }[];
  assert.deepEqual(
    all.map(({ id, status }) => [id, status]),
    [[refundId, 'succeeded']],
  );
  const told = (await historyOf(on, reference)).map(({ cause }) => cause);
  assert.ok(told.includes(`the refund is tried again, asked for by ${userInfo().username}`), told.join('\n'));
});

test('settled by hand with its reason, it is over: the history says who said what, and the buyer gets a mail', async () => {
  const { reference, refundId } = await refused();
  const settle = () =>
    refunds('settle', refundId, '--reason', ' a bank\ttransfer ', '--by', 'Bola of finance');
  assert.match(saidBy(await settle()), /^ {2}Settled\. The buyer will get an e-mail\.$/m);
  assert.match(saidBy(await settle()), /^ {2}It was already settled\.$/m);
  assert.equal((await storedOrder(on, reference)).status, 'refunded');
  assert.deepEqual((await historyOf(on, reference)).at(-1), {
    status: 'refunded',
    cause: 'a refund was settled by hand, says Bola of finance: a bank transfer',
  });
  const { rows: lines } = await on.app.database.query(
    'SELECT host_id, actor_kind, action, after FROM audit_log WHERE subject_id = $1',
    [refundId],
  );
  const by = { by: 'Bola of finance' };
  assert.deepEqual(lines, [
    { host_id: host.hostId, actor_kind: 'operator', action: 'refund.settle_by_hand', after: by },
  ]);
  await until('the mail', async () => {
    const { rowCount } = await on.app.database.query(
      `SELECT 1 FROM mails WHERE kind = 'refunded' AND occasion = $1 AND sent_at IS NOT NULL`,
      [refundId],
    );
    return rowCount;
  });
});

describe(
  'the refunds command says in one line what it can’t do, and nothing is changed',
  { concurrency: 4 },
  () => {
    let made: Refused;
    let done: Refused;
    before(async () => {
      [made, done] = [await refused(), await refused()];
      await done.mend();
      saidBy(await refunds('retry', done.refundId));
      await untilStatus(on, done.reference, 'refunded');
    });

    const own = (): string => made.refundId;
    const ended = (): string => done.refundId;
    type Words = (string | (() => string))[];
    const REFUSED: { words: Words; line: RegExp }[] = [
      { words: ['list', own], line: /^refunds list takes no id: see tessera refunds help/ },
      { words: ['list', '--limit', 'many'], line: /^--limit takes a whole number, 1 to 1000/ },
      { words: ['list', '--reason', 'x'], line: /^refunds list takes no --reason: see tessera refunds help/ },
      { words: ['show'], line: /^refunds show takes one refund's id/ },
      { words: ['show', own, ended], line: /^refunds show takes one refund's id/ },
      { words: ['show', UNKNOWN], line: /^There is no such refund/ },
      { words: ['retry', 'x'], line: /^There is no such refund/ },
      { words: ['retry', own, '--even-if-under-way'], line: /^refunds retry takes no --even-if-under-way/ },
      { words: ['retry', own, '--by', ' '], line: /^--by takes a name of 1 to 100 characters/ },
      { words: ['settle', own], line: /^refunds settle needs --reason/ },
      { words: ['settle', own, '--reason', ' '], line: /^Say how it was settled, in 1 to 300/ },
      { words: ['settle', own, '--reason', 'x'.repeat(301)], line: /^Say how it was settled/ },
      {
        words: ['settle', own, '--raison', 'x'],
        line: /^Unknown option '--raison': see tessera refunds help/,
      },
      {
        words: ['settle', ended, '--reason', 'twice', '--even-if-under-way'],
        line: /^The gateway has already paid this refund, so there is nothing to settle/,
      },
    ];
    for (const { words, line } of REFUSED) {
      const title = words.map((word) => (typeof word === 'string' ? word.slice(0, 30) : '<id>'));
      test(`refunds ${title.join(' ')}`, async () => {
        const run = await refunds(...words.map((word) => (typeof word === 'string' ? word : word())));
        assert.match(refusalOf(run), line);
        assert.equal(await statusOf(made.refundId), 'needs_attention');
        assert.equal(await statusOf(done.refundId), 'succeeded');
      });
    }
  },
);

test('refunds help names every command; one that is not there is answered with it', async () => {
  const [help, none, unknown] = await Promise.all([refunds('help'), refunds(), refunds('dance')]);
  for (const word of ['list', 'show', 'retry', 'settle', '--reason', '--even-if-under-way', '--by'])
    assert.match(help.stdout, new RegExp(`${word}\\b`));
  assert.deepEqual([help.code, none.code, unknown.code], [0, 0, 1]);
  assert.equal(none.stdout, help.stdout);
  assert.equal(unknown.stderr, `\ntessera: There is no such command.\n\n${help.stdout}`);
});
