import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { watchGatewaysJob } from '../../src/payments/watch-gateways.ts';
import { choose, hostWithWays, type ManyWays } from '../contract/ways-to-pay.fixture.ts';
import { until } from '../harness/until.ts';
import { openSale, openShop, type Shop } from './payments-shop.fixture.ts';

const CONTEXT = { jobId: 'by hand', attempt: 1, signal: new AbortController().signal };

suite('a gateway that is down', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const open = async () => {
    const ways = await hostWithWays(shop);
    const sale = await openSale(shop.on, { ...shop.tills.paystack, host: ways.host });
    return { ways, sale };
  };
  const healthOf = async (ways: ManyWays) => {
    const { rows } = await shop.on.app.database.query<{ silences: number; isDown: boolean }>(
      'SELECT silences, down_since IS NOT NULL AS "isDown" FROM payment_accounts WHERE id = $1',
      [ways.accounts.paystack],
    );
    return rows[0];
  };
  const mails = async (ways: ManyWays) =>
    (
      await shop.on.app.database.query(
        `SELECT FROM jobs WHERE kind = 'send_person_mail' AND payload ->> 'mail' = 'gateway_down' AND payload ->> 'hostId' = $1`,
        [ways.host.hostId],
      )
    ).rowCount;
  const offered = async (checkoutUrl: string): Promise<string[]> => {
    const page = await (await fetch(checkoutUrl)).text();
    return [...page.matchAll(/by (Paystack|Flutterwave|Stripe)/g)].map(([, name = '']) => name);
  };

  test('goes to the end of the choice after three starts without an answer, its owners are told once, and it comes back after three answers', async () => {
    const { ways, sale } = await open();
    const job = watchGatewaysJob(shop.worker.parts);
    await shop.on.app.database.query(
      `CREATE OR REPLACE FUNCTION keep_person_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.run_at := now() + interval '1 day'; RETURN new; END $$;
       CREATE OR REPLACE TRIGGER keep_person_mail BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_person_mail') EXECUTE FUNCTION keep_person_mail()`,
    );
    shop.simulators.paystack.faultNext('start', 'unavailable', 2);
    shop.simulators.paystack.faultNext('start', 'reset');
    for (let nr = 0; nr < 3; nr++) {
      const { checkoutUrl } = await sale.order();
      assert.deepEqual(await offered(checkoutUrl), ['Paystack', 'Flutterwave', 'Stripe']);
      assert.equal((await choose(checkoutUrl, ways.accounts.paystack)).status, 502);
    }
    assert.deepEqual(await healthOf(ways), { silences: 3, isDown: true });
    const { checkoutUrl } = await sale.order();
    await until('the way to be the last', async () => (await offered(checkoutUrl)).at(-1) === 'Paystack');
    shop.simulators.paystack.faultNext('check', 'unavailable');
    await job.run({}, CONTEXT);
    await job.run({}, CONTEXT);
    assert.equal((await healthOf(ways))?.isDown, true);
    await job.run({}, CONTEXT);
    await job.run({}, CONTEXT);
    assert.deepEqual(await healthOf(ways), { silences: 0, isDown: false });
    assert.equal(await mails(ways), 1);
    await until('the way to be the first', async () => (await offered(checkoutUrl))[0] === 'Paystack');
  });

  test('refusals, nonsense and wrong keys move nothing, and a good answer forgets what was before', async () => {
    const { ways, sale } = await open();
    for (const fault of ['refuse', 'nonsense', 'refuse', 'nonsense'] as const) {
      shop.simulators.paystack.faultNext('start', fault);
      const { checkoutUrl } = await sale.order();
      assert.equal((await choose(checkoutUrl, ways.accounts.paystack)).status, 502);
    }
    assert.deepEqual(await healthOf(ways), { silences: 0, isDown: false });
    shop.simulators.paystack.faultNext('start', 'unavailable', 2);
    for (const expected of [502, 502, 200]) {
      const { checkoutUrl } = await sale.order();
      assert.equal((await choose(checkoutUrl, ways.accounts.paystack)).status, expected);
    }
    assert.deepEqual(await healthOf(ways), { silences: 0, isDown: false });
  });
});
