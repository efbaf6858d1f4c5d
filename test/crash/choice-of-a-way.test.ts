import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { choose, pagesOf } from '../contract/ways-to-pay.fixture.ts';
import { assertNothingWrong, endOf, makeDue, soldOnce } from '../faults/payments-shop.fixture.ts';
import { buy, storedOrder, untilStatus, type Ordered } from '../harness/buy.ts';
import { until } from '../harness/until.ts';
import { openStage, stuckAt, type Stage } from './stage.fixture.ts';

// Brought to every step of the choice at once, killed there, and started again.
suite('killed while a buyer chooses how to pay, the program loses no page that somebody could pay on', () => {
  type Stuck = Ordered & { answer: Promise<string> };
  let stage: Stage;
  const ends: (() => unknown)[] = [];
  const stuck = new Map<string, Stuck>();
  const answers: string[] = [];
  const pagesBefore = new Map<string, { isLinked: boolean; isAtGateway: boolean }[]>();

  const stripe = () => stage.several.stripe;
  const orderBy = async (email: string): Promise<Ordered> => {
    const { slug, sku } = await stage.makeSale({ capacity: 1 }, stage.several.host);
    return buy(stage, stage.several.host, { slug, items: [{ sku, quantity: 1 }] }, { body: { email } });
  };
  const press = async (name: string, order: Ordered): Promise<void> => {
    const answer = choose(order.checkoutUrl, stage.several.accounts.stripe).then(
      () => 'answered',
      () => 'dead',
    );
    stuck.set(name, { ...order, answer });
  };
  const found = (name: string): Stuck => {
    const order = stuck.get(name);
    assert.ok(order, name);
    return order;
  };

  before(async () => {
    stage = await openStage({ after: (end) => void ends.push(end as () => unknown) });
    await stage.start();
    await stage.arm();
    // Both are written in transactions of several statements: of one that was killed nothing is left, whatever course it takes.
    for (const step of ['page', 'page_link'] as const) {
      await press(step, await orderBy(stuckAt(step, 'undone')));
      await stage.untilStuck(stuck.size);
    }
    // The last: they are not stopped for longer than a gateway is waited for.
    for (const fault of ['hang', 'hang_after'] as const) {
      const order = await orderBy('ada@example.com');
      const asked = stripe().requests.length;
      stripe().faultNext('start', fault);
      await press(fault, order);
      await until('the gateway to be asked', () => stripe().requests.length > asked);
    }
    // It is asked twice where it is silent.
    stripe().faultNext('start', 'hang', 2);
    await stage.kill();
    stripe().forgetFaults();
    for (const [name, { answer, reference }] of stuck) {
      answers.push(await answer);
      const pages = await pagesOf(stage.on, reference);
      pagesBefore.set(
        name,
        pages.map((page) => ({
          isLinked: page.linkedAt !== null,
          isAtGateway: stripe().payments.has(page.reference),
        })),
      );
    }
    await stage.start();
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const pay = async (reference: string, page: string, at = stripe()): Promise<void> => {
    await at.pay(page);
    await makeDue(stage.on, [reference]);
    await stage.on.app.database.query(`SELECT pg_notify('jobs_due', 'ask_gateways')`);
    await untilStatus(stage.on, reference, 'confirmed');
    assert.deepEqual(await endOf(stage.on, reference), soldOnce(1));
  };

  test('nobody was answered, and every page that a gateway may have was on record before it was asked', () => {
    assert.deepEqual(new Set(answers), new Set(['dead']));
    assert.deepEqual(Object.fromEntries(pagesBefore), {
      hang: [{ isLinked: false, isAtGateway: false }],
      hang_after: [{ isLinked: false, isAtGateway: true }],
      page: [],
      page_link: [{ isLinked: false, isAtGateway: true }],
    });
  });

  test('a choice of which nothing is on record is made again', async () => {
    const { reference, checkoutUrl } = found('page');
    const { status, body } = await choose(checkoutUrl, stage.several.accounts.stripe);
    assert.equal(status, 200);
    assert.equal(body.data?.checkoutUrl, stripe().payments.get(reference)?.checkoutUrl);
    assert.equal((await pagesOf(stage.on, reference)).length, 1);
    await pay(reference, reference);
  });

  test('another way is open at once, also while nobody knows whether the first has a page', async () => {
    const { reference, checkoutUrl } = found('hang');
    assert.equal((await choose(checkoutUrl, stage.several.accounts.paystack)).status, 200);
    await pay(reference, `${reference}-2`, stage.gateway);
  });

  test('the same way is open again once nobody can be waiting for it', async () => {
    for (const name of ['hang_after', 'page_link']) {
      const { reference, checkoutUrl } = found(name);
      const { id } = await storedOrder(stage.on, reference);
      await stage.on.app.database.query(
        `UPDATE payment_pages SET created_at = created_at - interval '1 minute' WHERE order_id = $1`,
        [id],
      );
      const { status } = await choose(checkoutUrl, stage.several.accounts.stripe);
      assert.equal(status, 200, name);
      await pay(reference, `${reference}-2`);
    }
  });

  test('nothing contradicts anything', () => assertNothingWrong(stage.on));
});
