import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import { blockTickets } from '../../src/orders/disputes/block-tickets.ts';
import { disputeOrder } from '../../src/orders/disputes/disputes.fixture.ts';
import {
  makeDoorDevice,
  makeDoorEvent,
  sellTickets,
  type DoorEvent,
  type SoldTicket,
} from '../harness/make-door.ts';
import { assertAccessibleInBothThemes } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { keepVerdicts, openScanner, startPhone, typeCode, verdictOf, type Phone } from './scanner.fixture.ts';

suite('a ticket whose payment is disputed, at the door', () => {
  let on: TestApp;
  let event: DoorEvent;
  let phone: Phone;
  let page: Page;
  before(async () => {
    on = await startTestApp();
    event = await makeDoorEvent(on);
    const device = await makeDoorDevice(on, event, { door: 'Main' });
    phone = await startPhone();
    await keepVerdicts(phone);
    page = await openScanner(phone, device.link);
    await until('the program is kept', () => page.evaluate('navigator.serviceWorker.controller !== null'));
  });
  after(async () => {
    await phone.close();
    await on.close();
  });

  async function sellOne(): Promise<SoldTicket & { orderId: string }> {
    const [ticket] = await sellTickets(on, event, { count: 1 });
    assert.ok(ticket);
    const { rows } = await on.app.database.query<{ orderId: string }>(
      `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
       SELECT new_id(), order_id, 'paystack', 'of ' || id, 500000, 'NGN', 'order', now(), now() FROM tickets WHERE id = $1
       RETURNING order_id AS "orderId"`,
      [ticket.ticketId],
    );
    const orderId = rows[0]?.orderId ?? '';
    await disputeOrder(on, orderId);
    return { ...ticket, orderId };
  }
  const block = (orderId: string, isBlocked: boolean) =>
    on.app.database.transaction((tx) =>
      blockTickets(tx, { hostId: event.host.hostId, orderId, reference: 'TSR', actor: OPERATOR, isBlocked }),
    );
  const scan = async ({ code }: SoldTicket, said: string): Promise<void> => {
    await typeCode(page, code);
    await verdictOf(page, said).waitFor();
  };
  const next = () => page.getByRole('button', { name: 'Next' }).click();
  const isIn = async ({ ticketId }: SoldTicket): Promise<boolean> => {
    const { rowCount } = await on.app.database.query(
      'SELECT FROM tickets WHERE id = $1 AND used_at IS NOT NULL',
      [ticketId],
    );
    return rowCount === 1;
  };
  /** The list is loaded once more: so many of its guests are to be turned away. */
  async function untilListed(count: number): Promise<void> {
    await page.reload();
    await until(`${count} of the list to be disputed`, async () => {
      const found: unknown = await page.evaluate(`new Promise((resolve) => {
        const opening = indexedDB.open('tessera-scanner');
        opening.onsuccess = () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.filter(({ isDisputed }) => isDisputed).length);
          };
        };
      })`);
      return found === count;
    });
  }

  test('is refused online by the host’s choice, and let in when the host has changed it', async () => {
    const ticket = await sellOne();
    await block(ticket.orderId, true);
    await scan(ticket, 'disputed');
    await page.getByText('Don’t let them in: send them to the host’s desk.').waitFor();
    await assertAccessibleInBothThemes(page, 'a disputed payment');
    assert.equal(await isIn(ticket), false);
    await next();
    await block(ticket.orderId, false);
    await scan(ticket, 'admitted');
    await next();
  });

  test('is refused without a network where the list was loaded after that, and admitted and told of where it was loaded before', async () => {
    const [known, unheard, won] = [await sellOne(), await sellOne(), await sellOne()];
    await block(known.orderId, true);
    await block(won.orderId, true);
    await untilListed(2);
    // The dispute is won.
    await on.app.database.query(
      `UPDATE payment_disputes SET state = 'won', ended_at = now(), blocked_at = NULL WHERE order_id = $1`,
      [won.orderId],
    );
    await on.app.database.query('UPDATE tickets SET changed_in = pg_current_xact_id() WHERE order_id = $1', [
      won.orderId,
    ]);
    await untilListed(1);
    await phone.context().setOffline(true);
    await block(unheard.orderId, true);
    await scan(known, 'disputed');
    await next();
    await scan(won, 'admitted');
    await next();
    await scan(unheard, 'admitted');
    await next();
    await phone.context().setOffline(false);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByText('All sent').waitFor();
    await page.getByText('1 conflict').waitFor();
    assert.deepEqual([await isIn(known), await isIn(won), await isIn(unheard)], [false, true, true]);
    await page.getByRole('button', { name: 'Last scans' }).click();
    await page.getByText('Let in although the payment is disputed').waitFor();
    await assertAccessibleInBothThemes(page, 'a conflict');
  });
});
