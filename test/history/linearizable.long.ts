import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { UNLIMITED, SERVER } from '../faults/payments-shop.fixture.ts';
import { ask } from '../harness/client.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { signInAs } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { chooser } from './chooser.ts';
import { playCountedSale, type Send } from './counted-sale.ts';
import { buildJudge, type History } from './porcupine.ts';

// A judge that is not ours: Porcupine looks for an order of all that was asked in which every answer is right.

expectNothingUnhandled();

const SEED = Number(process.env['HISTORY_SEED'] ?? randomInt(2 ** 31));
const SALES = Number(process.env['HISTORY_SALES'] ?? 4);

const judge = await buildJudge();
const options = { skip: typeof judge === 'string' && judge };
const { judge: judgeAll, remove } = typeof judge === 'string' ? { judge: null, remove: null } : judge;
after(() => remove?.());

async function verdicts(histories: History[]): Promise<string[]> {
  assert.ok(judgeAll);
  return (await judgeAll(histories)).map(({ result }) => result);
}

const sendThrough =
  (apps: TestApp[], seed: number): Send =>
  async (_kind, path, what) => {
    const on = chooser(seed).oneOf(apps);
    const { status, body } = await ask({ baseUrl: on.publicUrl }, path, what);
    return { status, code: body?.error_code ?? '', body };
  };

test(
  `sales through two processes whose connections are cut have an order in which every answer is right (seed ${SEED})`,
  options,
  async (t) => {
    const on = await startTestApp({ environment: UNLIMITED, isHasty: true });
    const other = await startTestApp({ environment: UNLIMITED, on, isHasty: true });
    const over = new AbortController();
    t.after(async () => {
      over.abort();
      await other.close();
      await on.close();
    });
    const { database } = on.testDatabase;
    const host = await makeHost(on, {}, SERVER);
    const owner = await signInAs(on, host, { hasFactor: true });
    let sent = 0;
    const send: Send = (...asked) => sendThrough([on, other], SEED + sent++)(...asked);
    const cutting = (async () => {
      while (!over.signal.aborted) {
        await delay(500);
        await database
          .query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.2`,
          )
          .catch(() => {});
      }
    })();
    const histories: History[] = [];
    for (let sale = 0; sale < SALES; sale++)
      histories.push(
        ...(await playCountedSale({ on, host, owner, database, send }, (nr) =>
          chooser(SEED + sale * 100 + nr),
        )),
      );
    over.abort();
    await cutting;
    const operations = histories.flatMap((history) => history.operations);
    const unknown = operations.filter(({ told }) => told === 'unknown').length;
    t.diagnostic(
      `${histories.length} histories of ${operations.length} operations, ${unknown} of them unknown`,
    );
    assert.ok(
      operations.some(({ told }) => told === 'no'),
      'nobody was refused',
    );
    assert.deepEqual(
      await verdicts(histories),
      histories.map(() => 'Ok'),
    );

    // The negative controls, on the same sales.
    const oversold = histories.map(holdTwice);
    assert.deepEqual(
      await verdicts(oversold),
      histories.map(() => 'Illegal'),
    );
    const refuted = (await verdicts(histories.map(serveTheRefused))).filter((result) => result === 'Illegal');
    assert.ok(refuted.length > histories.length / 2, `${refuted.length} of ${histories.length}`);
  },
);

/** After the end, two are told that they hold all there is. */
function holdTwice({ name, capacity, operations }: History): History {
  const endedMs = Number.MAX_SAFE_INTEGER;
  const made = (cart: number): History['operations'][number] => ({
    client: cart,
    kind: 'hold',
    cart,
    quantity: capacity,
    told: 'yes',
    left: 0,
    call: endedMs - 10 + cart * 2,
    return: endedMs - 9 + cart * 2,
  });
  const carts = Math.max(...operations.map(({ cart }) => cart)) + 1;
  const late = [made(0), made(1)].map((operation) => ({ ...operation, cart: operation.cart + carts }));
  return { name, capacity, operations: [...operations, ...late] };
}

/** Of those who were refused, each was told yes. */
function serveTheRefused({ name, capacity, operations }: History): History {
  const served = operations.map((operation) =>
    operation.kind === 'hold' && operation.told === 'no' ? { ...operation, told: 'yes' as const } : operation,
  );
  return { name, capacity, operations: served };
}

test('two buyers and one ticket: both may not be told yes, nor both no', options, async () => {
  const sale = (first: 'yes' | 'no', second: 'yes' | 'no' | 'unknown'): History => ({
    name: `${first}, ${second}`,
    capacity: 1,
    operations: [
      { client: 0, kind: 'hold', cart: 0, quantity: 1, told: first, left: 0, call: 0, return: 10 },
      { client: 1, kind: 'hold', cart: 1, quantity: 1, told: second, left: 0, call: 5, return: 20 },
    ],
  });
  assert.deepEqual(
    await verdicts([
      sale('yes', 'no'),
      sale('no', 'yes'),
      sale('no', 'unknown'),
      sale('yes', 'yes'),
      sale('no', 'no'),
    ]),
    ['Ok', 'Ok', 'Ok', 'Illegal', 'Illegal'],
  );
});
