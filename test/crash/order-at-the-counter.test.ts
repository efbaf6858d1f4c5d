import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { until } from '../harness/until.ts';
import { openStage, type Course, type Stage } from './stage.fixture.ts';

type Sale = { host: TestHost; manager: SignedIn; eventId: string; body: object };

const PRICE_MINOR = 150_000;

suite(
  'killed before a sale at the counter is answered, the program makes it once when the page sends it again',
  () => {
    let stage: Stage;
    const ends: (() => unknown)[] = [];
    const sales = new Map<Course, Sale>();

    const sell = ({ host, manager, eventId, body }: Sale) =>
      askDashboard(stage.on, `/hosts/${host.hostId}/events/${eventId}/guests/sell`, {
        as: manager,
        method: 'POST',
        body,
      });

    before(async () => {
      stage = await openStage({ after: (end) => void ends.push(end as () => unknown) });
      // At the end of the transaction, when all is written: what waits here is undone, or committed with nobody to hear of it.
      await stage.on.app.database.query(
        `CREATE CONSTRAINT TRIGGER stop_at_sell AFTER INSERT ON tickets DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION wait_at_failpoint('sell', 'email')`,
      );
      await stage.start();
      for (const course of ['undone', 'committed'] as const) {
        // One each: two sales of one host wait for each other, as its mails are counted.
        const host = await makeHost(stage.on);
        const manager = await signInAs(stage.on, host, { role: 'manager' });
        // Enough for a second order, which must not be made.
        const { eventId, skus } = await makeEvent(stage.on, host, {
          ticketTypes: [{ capacity: 2, priceMinor: PRICE_MINOR }],
        });
        const body = {
          lines: [{ ticketTypeId: skus[0], quantity: 1, priceMinor: null }],
          seatIds: [],
          email: `${course}.sell@example.com`,
          firstName: 'Ngozi',
          lastName: 'Ade',
          paidBy: 'cash',
          note: 'Slip 17',
          guestNote: '',
          language: 'en',
          requestKey: randomUUID(),
        };
        sales.set(course, { host, manager, eventId, body });
      }
      await stage.arm();
      const answers = [...sales.values()].map((sale) =>
        sell(sale).then(
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
      test(`an order that was ${course} is ${isNew ? 'made' : 'there'}: one order, one payment, one ticket`, async () => {
        const sale = sales.get(course) ?? assert.fail();
        const { status, body } = await sell(sale);
        assert.deepEqual([status, body.isNew], [200, isNew], JSON.stringify(body));
        const again = await sell(sale);
        assert.deepEqual([again.body.isNew, again.body.reference], [false, body.reference]);
        const { database } = stage.on.app;
        const { rows: orders } = await database.query(
          'SELECT reference, status, total_minor FROM orders WHERE event_id = $1',
          [sale.eventId],
        );
        assert.deepEqual(orders, [
          { reference: body.reference, status: 'confirmed', total_minor: PRICE_MINOR },
        ]);
        const { rows: counts } = await database.query(
          `SELECT (SELECT count(*) FROM payments WHERE order_id = $1) AS payments,
                (SELECT count(*) FROM tickets WHERE order_id = $1) AS tickets,
                (SELECT count(*) FROM audit_log WHERE action = 'order.sell' AND subject_name = $2) AS lines,
                (SELECT sum(sold) FROM ticket_types WHERE event_id = $3) AS sold`,
          [body.orderId, body.reference, sale.eventId],
        );
        assert.deepEqual(counts, [{ payments: 1, tickets: 1, lines: 1, sold: 1 }]);
        await until('the invariants to hold', async () => (await checkInvariants(database)).length === 0);
      });
  },
);
