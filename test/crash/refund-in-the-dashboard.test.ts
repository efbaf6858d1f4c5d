import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { onOrderPage } from '../../src/pages/dashboard/order/order-page.fixture.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { buy, storedOrder, untilStatus } from '../harness/buy.ts';
import { signInAs, type SignedIn } from '../harness/sign-in.ts';
import { until } from '../harness/until.ts';
import { openStage, type Course, type Stage } from './stage.fixture.ts';

suite('killed before a refund is answered, the program makes it once when the page sends it again', () => {
  let stage: Stage;
  let owner: SignedIn;
  const ends: (() => unknown)[] = [];
  const bodies = new Map<string, object>();
  const references = new Map<Course, string>();
  const totals = new Map<string, number>();
  before(async () => {
    stage = await openStage({ after: (end) => void ends.push(end as () => unknown) });
    // At the end of the transaction, when all is written: what waits here is undone, or committed with nobody to hear of it.
    await stage.on.app.database.query(
      `CREATE CONSTRAINT TRIGGER stop_at_void AFTER UPDATE OF voided_at ON tickets DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION wait_at_failpoint('void', 'email')`,
    );
    await stage.start();
    owner = await signInAs(stage.on, stage.host, { hasFactor: true });
    const page = onOrderPage(stage.on, stage.host);
    for (const course of ['undone', 'committed'] as const) {
      const { slug, sku } = await stage.makeSale({ capacity: 1 });
      const body = { email: `${course}.void@example.com` };
      const made = await buy(stage, stage.host, { slug, items: [{ sku, quantity: 1 }] }, { body });
      await stage.gateway.pay(made.reference);
      await untilStatus(stage.on, made.reference, 'confirmed');
      references.set(course, made.reference);
      totals.set(made.reference, made.total);
      bodies.set(made.reference, await page.planned(owner, made.reference));
    }
    await stage.arm();
    const answers = [...bodies].map(([reference, body]) =>
      page.send(owner, reference, '/refunds', body).then(
        () => 'answered',
        () => 'dead',
      ),
    );
    await stage.untilStuck(2);
    await stage.kill();
    assert.deepEqual(await Promise.all(answers), ['dead', 'dead']);
    await stage.start();
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const [course, isNew] of [
    ['undone', true],
    ['committed', false],
  ] as const)
    test(`a refund that was ${course} is ${isNew ? 'made' : 'there'}, and the money goes back once`, async () => {
      const reference = references.get(course) ?? assert.fail();
      const page = onOrderPage(stage.on, stage.host);
      const { status, body } = await page.send(owner, reference, '/refunds', bodies.get(reference));
      assert.deepEqual([status, body.isNew, body.amountMinor], [200, isNew, totals.get(reference)]);
      await untilStatus(stage.on, reference, 'refunded');
      const { id } = await storedOrder(stage.on, reference);
      const { rows } = await stage.on.app.database.query<{ amount_minor: number; status: string }>(
        'SELECT amount_minor, status FROM refunds WHERE order_id = $1',
        [id],
      );
      assert.deepEqual(rows, [{ amount_minor: totals.get(reference), status: 'succeeded' }]);
      const made = [...stage.gateway.refunds.values()].filter((refund) => refund.reference === reference);
      assert.equal(made.length, 1);
      const { rowCount } = await stage.on.app.database.query(
        `SELECT FROM audit_log WHERE action = 'order.refund' AND subject_name = $1`,
        [reference],
      );
      assert.equal(rowCount, 1);
      await until(
        'the invariants to hold',
        async () => (await checkInvariants(stage.on.app.database)).length === 0,
      );
    });
});
