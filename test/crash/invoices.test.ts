import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { askForInvoice } from '../../src/invoices/ask-for-invoice.ts';
import { COMPANY, invoiceAs, issuedOf, untilAllIssued } from '../../src/invoices/invoices.fixture.ts';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { assertNothingWrong, makeDue } from '../faults/payments-shop.fixture.ts';
import { buy, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { openStage, stuckAt, type Course, type Stage } from './stage.fixture.ts';

const COURSES: Course[] = ['undone', 'committed'];

suite(
  'killed while it issues an invoice or a credit note, the program issues each once, and numbers have no gap',
  () => {
    let stage: Stage;
    const ends: (() => unknown)[] = [];
    /** The kinds of an order's documents, oldest first, between the kill and the next start. */
    const found = new Map<string, string[]>();
    const orders = new Map<string, string>();
    // A host for each course: orders of one host wait for one counter.
    const hosts = new Map<Course, TestHost>();

    before(async () => {
      stage = await openStage({ after: (end) => void ends.push(end as () => unknown) });
      // At the end of the transaction, when numbers are taken and all is written.
      await stage.on.app.database.query(
        `CREATE FUNCTION wait_at_invoice() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
         BEGIN
           CASE new.content -> 'buyer' ->> 'email'
             WHEN 'undone.invoice@example.com' THEN PERFORM pg_advisory_xact_lock_shared(1);
             WHEN 'committed.invoice@example.com' THEN PERFORM pg_advisory_xact_lock_shared(2);
             ELSE NULL;
           END CASE;
           RETURN new;
         END $$`,
      );
      await stage.on.app.database.query(
        `CREATE CONSTRAINT TRIGGER stop_at_invoice AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION wait_at_invoice()`,
      );
      for (const course of COURSES) hosts.set(course, await makeHost(stage.on));
      for (const host of [stage.host, ...hosts.values()]) await invoiceAs(stage.on, host);
      await stage.start();
    });
    after(async () => {
      for (const end of ends) await end();
    });

    async function order(name: string, email: string, host: TestHost = stage.host) {
      const { slug, skus } = await makeEvent(stage.on, host);
      const made = await buy(
        stage,
        host,
        { slug, items: [{ sku: skus[0], quantity: 1 }] },
        { body: { email } },
      );
      orders.set(name, (await storedOrder(stage.on, made.reference)).id);
      return made;
    }

    async function sell(name: string, email: string, host: TestHost): Promise<void> {
      const { checkoutUrl, reference } = await order(name, email, host);
      await pay(checkoutUrl);
      await untilStatus(stage.on, reference, 'confirmed');
    }

    const idOf = (name: string): string => orders.get(name) ?? assert.fail(name);
    const hostOf = (course: Course): TestHost => hosts.get(course) ?? assert.fail(course);

    const kindsOf = async (name: string): Promise<string[]> =>
      (await issuedOf(stage.on, idOf(name))).map(({ invoice }) => invoice.kind);

    const jobsOf = async (name: string): Promise<number> =>
      (
        await stage.on.app.database.query(
          `SELECT FROM jobs WHERE kind = 'issue_invoices' AND payload ->> 'orderId' = $1`,
          [idOf(name)],
        )
      ).rowCount ?? 0;

    async function killAndLook(names: string[]): Promise<void> {
      await stage.kill();
      for (const name of names) {
        found.set(name, await kindsOf(name));
        assert.equal(await jobsOf(name), name === 'unconfirmed' ? 0 : 1, `${name}: its job has not ended`);
      }
      await stage.start();
    }

    async function numbersOf({ hostId }: TestHost): Promise<number[]> {
      const { rows } = await stage.on.app.database.query<{ sequence: number; last: number }>(
        `SELECT i.sequence, c.last_sequence AS last FROM invoices AS i
           JOIN invoice_counters AS c ON c.host_id = i.host_id AND c.is_sandbox = i.is_sandbox AND c.year = i.year
          WHERE i.host_id = $1 ORDER BY i.sequence`,
        [hostId],
      );
      assert.ok(
        rows.every(({ last }) => last === rows.length),
        'its counter stands at the last of them',
      );
      return rows.map(({ sequence }) => sequence);
    }

    const numbers = (count: number): number[] => Array.from({ length: count }, (_, nr) => nr + 1);

    suite('between the confirmation and the end of the first job', () => {
      before(async () => {
        const unconfirmed = await order('unconfirmed', stuckAt('issue', 'undone'));
        const unheard = await order('confirmed', stuckAt('issue', 'committed'));
        await stage.arm();
        for (const course of COURSES) await sell(course, `${course}.invoice@example.com`, hostOf(course));
        await stage.untilStuck(2);
        // As many jobs as run at once are stopped: this one is due and does not run.
        await sell('waiting', 'ada@example.com', hostOf('committed'));
        for (const [nr, { reference }] of [unconfirmed, unheard].entries()) {
          await stage.gateway.pay(reference);
          await stage.untilStuck(3 + nr);
        }
        await killAndLook([...orders.keys()]);
        await makeDue(stage.on, [unconfirmed.reference]);
        await untilStatus(stage.on, unconfirmed.reference, 'confirmed');
        await untilAllIssued(stage.on);
      });

      test('an invoice that was not committed was not there, and one that was, was', () => {
        assert.deepEqual(Object.fromEntries(found), {
          unconfirmed: [],
          confirmed: [],
          undone: [],
          committed: ['invoice'],
          waiting: [],
        });
      });

      test('each order has one invoice', async () => {
        for (const name of orders.keys()) assert.deepEqual(await kindsOf(name), ['invoice'], name);
      });

      test('numbers begin with 1 and have no gap', async () => {
        assert.deepEqual(await numbersOf(stage.host), numbers(2));
        assert.deepEqual(await numbersOf(hostOf('undone')), numbers(1));
        assert.deepEqual(await numbersOf(hostOf('committed')), numbers(2));
      });

      test('nothing contradicts anything', () => assertNothingWrong(stage.on));
    });

    suite('while a refund is credited, and a correction waits', () => {
      before(async () => {
        await stage.arm();
        for (const course of COURSES)
          await stage.on.app.database.transaction((tx) =>
            refundOrder(tx, {
              actor: OPERATOR,
              orderId: idOf(course),
              ticketIds: [],
              amountMinor: 100,
              returnsStock: false,
              requestKey: course,
            }),
          );
        await stage.untilStuck(2);
        const wanted = { orderId: idOf('waiting'), typed: COMPANY, askedBy: 'buyer' } as const;
        const { outcome } = await stage.on.app.database.transaction((tx) => askForInvoice(tx, wanted));
        assert.equal(outcome, 'asked');
        await killAndLook([...COURSES, 'waiting']);
        await untilAllIssued(stage.on);
      });

      test('a credit note that was not committed was not there, and one that was, was', () => {
        assert.deepEqual(
          [...COURSES, 'waiting'].map((name) => found.get(name)),
          [['invoice'], ['invoice', 'credit_note'], ['invoice']],
        );
      });

      test('each refund has one credit note, and the correction is one of the old and an invoice', async () => {
        for (const course of COURSES)
          assert.deepEqual(await kindsOf(course), ['invoice', 'credit_note'], course);
        assert.deepEqual(await kindsOf('waiting'), ['invoice', 'credit_note', 'invoice']);
      });

      test('numbers go on without a gap', async () => {
        assert.deepEqual(await numbersOf(hostOf('undone')), numbers(2));
        assert.deepEqual(await numbersOf(hostOf('committed')), numbers(5));
      });

      test('nothing contradicts anything', () => assertNothingWrong(stage.on));
    });
  },
);
