import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import { acceptLateScans } from '../../src/check-in/late-scans/decide-late-scans.ts';
import { ENTRIES_PER_PAGE } from '../../src/check-in/read-guests-for-phone.ts';
import { undoScan } from '../../src/check-in/undo-scan.ts';
import {
  makeDoorDevice,
  makeDoorEvent,
  pairPhone,
  revoke,
  sellTickets,
  type DoorEvent,
  type MadeDevice,
  type SoldTicket,
} from '../harness/make-door.ts';
import { openCheckIn } from '../harness/open-check-in.ts';
import { assertAccessibleInBothThemes } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual } from '../harness/until.ts';
import { keepVerdicts, openScanner, startPhone, typeCode, verdictOf, type Phone } from './scanner.fixture.ts';

const AN_HOUR_MS = 60 * 60_000;

/** The host's questions for the door, with an answer for the order that is there. */
async function answerAtDoor({ app }: TestApp, { eventId }: DoorEvent): Promise<void> {
  await app.database.query(
    `WITH asked AS (
       INSERT INTO questions (id, event_id, position, per, kind, label, is_required, is_shown_at_door)
       VALUES (gen_random_uuid(), $1, 1, 'order', 'line', 'Company', false, true) RETURNING id)
     INSERT INTO answers (order_id, ticket_position, question_id, answer)
     SELECT o.id, 0, asked.id, 'Harbour & Sons' FROM asked, orders AS o WHERE o.event_id = $1`,
    [eventId],
  );
}

suite('a phone at the door', () => {
  let on: TestApp;
  let event: DoorEvent;
  let tickets: SoldTicket[];
  let main: { phone: Phone; device: MadeDevice };
  let side: { phone: Phone; device: MadeDevice };

  const ticket = (nr: number): SoldTicket => {
    const found = tickets[nr];
    assert.ok(found);
    return found;
  };
  const scansOf = async ({ ticketId }: SoldTicket) => {
    const { rows } = await on.app.database.query<{
      outcome: string;
      verdict: string | null;
      at: Date;
      device_time: Date;
      is_double: boolean;
      device_id: string;
    }>(`SELECT * FROM scans WHERE ticket_id = $1 ORDER BY at`, [ticketId]);
    return rows;
  };
  /** Types a code, sees what is said, and goes on. */
  const scan = async (page: Page, code: string, said: string): Promise<void> => {
    await typeCode(page, code);
    await verdictOf(page, said).waitFor();
  };

  /** Another phone lets the guest in, at its door North. */
  const letInElsewhere = async ({ code }: SoldTicket, at: DoorEvent): Promise<void> => {
    const north = await makeDoorDevice(on, at, { door: 'North' });
    const now = new Date().toISOString();
    const scanned = { id: randomUUID(), kind: 'entry', how: 'code', verdict: null, code, at: now };
    const asked = await fetch(`${on.publicUrl}/scan/scans`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await pairPhone(on, north)}`,
      },
      body: JSON.stringify({ sentAt: now, waiting: 0, scans: [scanned] }),
    });
    assert.equal(asked.status, 200);
  };

  before(async () => {
    on = await startTestApp();
    event = await makeDoorEvent(on);
    tickets = await sellTickets(on, event, { count: 9 });
    await answerAtDoor(on, event);
    const [standing = ''] = event.skus;
    const device = await makeDoorDevice(on, event, { door: 'Main', types: [standing], maySearch: true });
    main = { phone: await startPhone({ film: [ticket(0).code, null, ticket(1).code, null] }), device };
    side = { phone: await startPhone(), device: await makeDoorDevice(on, event, { door: 'Side' }) };
  });
  after(async () => {
    await main.phone.close();
    await side.phone.close();
    await on.close();
  });

  test('pairs by its link, and reads codes from its camera one after the other, each once', async () => {
    const page = await openScanner(main.phone, main.device.link);
    await untilEqual('', () => new URL(page.url()).hash, 'the link is out of the address');
    await page.getByRole('heading', { name: 'Harbour Nights' }).waitFor();
    await page.getByText('Main · Phone at Main').waitFor();
    await assertAccessibleInBothThemes(page, 'before the first scan');
    await page.getByRole('button', { name: 'Start scanning' }).click();
    const admitted = verdictOf(page, 'admitted');
    await admitted.getByText('Ada Obi').waitFor();
    await admitted.getByText('Standing').waitFor();
    await admitted.getByText('Company: Harbour & Sons').waitFor();
    // The film comes to the other code, and then to the first one again: nobody touches the phone.
    await until('both are in', async () => (await scansOf(ticket(1))).length === 1);
    const [other] = await scansOf(ticket(1));
    const earlier = (await scansOf(ticket(0))).filter(({ at }) => other && at < other.at);
    assert.deepEqual(
      earlier.map(({ outcome }) => outcome),
      ['admitted'],
    );
    await verdictOf(page, 'already_used')
      .getByText(/Let in at .*, Main/)
      .waitFor();
    await assertAccessibleInBothThemes(page, 'a refusal');
    await page.getByRole('button', { name: 'Next' }).click();
  });

  test('takes an admission back, finds a guest by name, and by a short code that is typed', async () => {
    const page = main.phone.page();
    await keepVerdicts(main.phone);
    // The camera goes on seeing its film: the page is loaded anew, without it.
    await page.reload();
    await page.getByText(/List as of/).waitFor();
    await scan(page, ticket(2).code, 'admitted');
    await page.locator('.verdict').getByRole('button', { name: 'Undo' }).click();
    await until('it is taken back', async () => {
      const { rows } = await on.app.database.query(
        `SELECT 1 FROM tickets WHERE id = $1 AND used_at IS NULL`,
        [ticket(2).ticketId],
      );
      return rows.length === 1;
    });
    await page.getByRole('button', { name: 'Type code' }).click();
    const field = page.getByLabel('Eight letters from the ticket');
    await field.fill('nothing');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('A short code has eight letters and digits.').waitFor();
    await assertAccessibleInBothThemes(page, 'a short code');
    await field.fill(ticket(2).shortCode.toLowerCase());
    await page.getByRole('button', { name: 'Check' }).click();
    await verdictOf(page, 'admitted').getByText('Ada Obi').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Name, or part of it').fill('obi');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: 'Let in Ada Obi' }).first().waitFor();
    await page.locator('.found').getByText('Company: Harbour & Sons').first().waitFor();
    await assertAccessibleInBothThemes(page, 'search');
    // A hardware scanner types whatever has the focus, and leaves it as it was.
    await page.getByLabel('Name, or part of it').focus();
    await scan(page, ticket(3).code, 'admitted');
    const named = await until('the scan to be sent', async () => {
      const { rows } = await on.app.database.query<{ how: string }>(
        `SELECT how FROM scans WHERE ticket_id = $1`,
        [ticket(3).ticketId],
      );
      return rows[0];
    });
    assert.equal(named.how, 'code');
    await page.getByRole('button', { name: 'Next' }).click();
  });

  test('works with no network, is killed, and has forgotten nothing; two doors that let one ticket in both hear of it', async () => {
    const other = side.phone;
    // Its clock is an hour ahead.
    await other.context().addInitScript((aheadMs) => {
      const RealDate = Date;
      const now = (): number => RealDate.now() + aheadMs;
      globalThis.Date = class extends RealDate {
        constructor(...given: [number]) {
          super(...(given.length > 0 ? given : ([now()] as [number])));
        }
        static override now = now;
      } as DateConstructor;
    }, AN_HOUR_MS);
    await keepVerdicts(other);
    await openScanner(other, side.device.link);
    // An answer that came too late for the phone is asked for again: none of that is still waiting.
    for (const { phone } of [main, side]) await phone.page().getByText('All sent').waitFor();
    await untilKept(main.phone);
    await main.phone.context().setOffline(true);
    await other.context().setOffline(true);
    const [bought] = await sellTickets(on, event, { count: 1 });
    const [balcony] = await sellTickets(on, event, { count: 1, type: 1 });
    assert.ok(bought && balcony);

    const page = main.phone.page();
    await scan(page, ticket(4).code, 'admitted');
    await page.locator('.verdict').getByText('Ada Obi').waitFor();
    await page.locator('.verdict').getByText('Company: Harbour & Sons').waitFor();
    await page.getByText(/Offline since/).waitFor();
    await page.getByText('1 scan waiting').waitFor();
    // Bought after the list was loaded: the person at the door decides.
    await scan(page, bought.code, 'not_listed');
    await assertAccessibleInBothThemes(page, 'a question');
    await page.getByRole('button', { name: 'Let in' }).click();
    await verdictOf(page, 'admitted').waitFor();
    await page.getByText('2 scans waiting').waitFor();

    await main.phone.restart();
    await keepVerdicts(main.phone);
    await main.phone.context().setOffline(true);
    const again = main.phone.page();
    await again.goto(`${on.publicUrl}/scan/`);
    await again.getByText('2 scans waiting').waitFor();
    await scan(again, ticket(4).code, 'already_used');
    // It was this phone, a moment ago.
    await again.getByText(/Let in at \d\d:\d\d, Main\./).waitFor();
    await again.getByRole('button', { name: 'Next' }).click();
    await again.getByRole('button', { name: 'Type code' }).click();
    await again.getByLabel('Eight letters from the ticket').fill(ticket(5).shortCode);
    await again.getByRole('button', { name: 'Check' }).click();
    await verdictOf(again, 'unproven').waitFor();
    await again.getByRole('button', { name: 'Turn away' }).click();
    await verdictOf(again, 'refused').waitFor();
    // A second tab does not scan beside the first.
    const tab = await main.phone.context().newPage();
    await tab.goto(`${on.publicUrl}/scan/`);
    await tab.getByRole('heading', { name: 'Open in another tab' }).waitFor();
    await tab.close();

    await scan(other.page(), ticket(4).code, 'admitted');
    for (const { phone } of [main, side]) await phone.context().setOffline(false);
    await until('both have sent theirs', async () => (await scansOf(ticket(4))).length === 3);
    for (const { phone } of [main, side]) {
      const shown = phone.page();
      // It would ask again by itself, in twenty seconds.
      await shown.evaluate(`dispatchEvent(new Event('online'))`);
      await shown.getByText('1 conflict').waitFor();
      await shown.getByText('All sent').waitFor();
    }
    // The one that was turned away for it is no conflict; the later of the others is, whatever its clock says.
    const all = await scansOf(ticket(4));
    const ofMain = ({ device_id: id }: { device_id: string }): boolean => id === main.device.deviceId;
    // Each phone's in their order. Between the phones it is the server's guess, as good as the network is quick.
    const taken = [...all.filter(ofMain), ...all.filter((one) => !ofMain(one))];
    assert.deepEqual(
      taken.map(({ outcome, is_double: isDouble, device_id: id }) => [outcome, isDouble, id]),
      [
        ['admitted', false, main.device.deviceId],
        ['already_used', false, main.device.deviceId],
        ['admitted', true, side.device.deviceId],
      ],
    );
    const late = taken[2];
    assert.ok(late && late.device_time.getTime() - late.at.getTime() > AN_HOUR_MS / 2, 'the phone was ahead');
    await again.getByRole('button', { name: 'Next' }).click();
    await again.getByRole('button', { name: 'Last scans' }).click();
    await again.getByText(/Let in twice, also at .*, Side/).waitFor();
    await assertAccessibleInBothThemes(again, 'the last scans');
    // Resolved by the host, it is none on either phone.
    const { rows: doubles } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM scans WHERE is_double',
    );
    await on.app.database.transaction((tx) =>
      undoScan(tx, {
        hostId: event.host.hostId,
        eventId: event.eventId,
        actor: { kind: 'member', personId: randomUUID(), email: 'a@b.example', role: 'owner', address: '' },
        scanId: doubles[0]?.id ?? '',
      }),
    );
    for (const { phone } of [main, side]) {
      await phone.page().evaluate(`dispatchEvent(new Event('online'))`);
      await phone.page().getByText('1 conflict').waitFor({ state: 'detached' });
    }
    await again.getByText(/Let in twice/).waitFor({ state: 'detached' });
    assert.equal((await scansOf(bought))[0]?.verdict, 'admitted');
    await again.getByRole('button', { name: 'Close' }).click();
    await scan(again, balcony.code, 'wrong_door');
  });

  test('practises: verdicts are shown and nothing is kept, sent or counted; it stays so when it is loaded anew, and asks when its time is over', async () => {
    const page = main.phone.page();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Start practice' }).click();
    await page.getByText('Practice: nothing counts').waitFor();
    await assertAccessibleInBothThemes(page, 'practice');
    const kept = await storedOn(page);
    await scan(page, ticket(5).code, 'admitted');
    await page.locator('.verdict[data-practice="true"]').getByText('Practice: nothing counts').waitFor();
    await assertAccessibleInBothThemes(page, 'a verdict in practice');
    await scan(page, ticket(5).code, 'already_used');
    await page.reload();
    await page.getByText('Practice: nothing counts').waitFor();
    await scan(page, ticket(5).code, 'admitted');
    await untilEqual(kept, () => storedOn(page));
    assert.equal((await scansOf(ticket(5))).filter(({ outcome }) => outcome === 'admitted').length, 0);
    // Its time is over: nothing is scanned until somebody has chosen.
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('tessera-scanner');
      opening.onsuccess = () => {
        const tx = opening.result.transaction('settings', 'readwrite');
        tx.objectStore('settings').put({ isMuted: false, hand: 'right', practiceUntilMs: Date.now() - 1 }, 'now');
        tx.oncomplete = () => { opening.result.close(); resolve(); };
      };
    })`);
    await page.reload();
    await page.getByText('Practice is over').waitFor();
    await typeCode(page, ticket(5).code);
    await untilEqual(0, () => page.locator('.verdict[data-said]').count());
    await page.getByRole('button', { name: 'Scans count now' }).click();
    await page.getByText('Practice: nothing counts').waitFor({ state: 'detached' });
    await scan(page, ticket(5).code, 'admitted');
    await until('it counts', async () =>
      (await scansOf(ticket(5))).some(({ outcome }) => outcome === 'admitted'),
    );
  });

  test('says before check-in opens that it is too early and when it opens, with a network and without, and marks nothing', async () => {
    const page = main.phone.page();
    await page.getByRole('button', { name: 'Next' }).click();
    await on.app.database.query('UPDATE check_in_rules SET opens_minutes_before = NULL WHERE event_id = $1', [
      event.eventId,
    ]);
    await scan(page, ticket(8).code, 'too_early');
    const early = verdictOf(page, 'too_early');
    await early.getByText(/Check-in opens on .* start practice/).waitFor();
    await assertAccessibleInBothThemes(page, 'too early');
    await main.phone.context().setOffline(true);
    await page.getByRole('button', { name: 'Next' }).click();
    await scan(page, ticket(8).code, 'too_early');
    await early.getByText(/Check-in opens on .*Decided offline/).waitFor();
    await main.phone.context().setOffline(false);
    await openCheckIn(on.app.database, event.eventId);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await until('what it refused by itself is sent', async () => (await scansOf(ticket(8))).length === 2);
    // The server has it a moment before the phone knows that it is online, and asks again.
    await page.getByText('Online', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await scan(page, ticket(8).code, 'admitted');
    assert.deepEqual(
      (await scansOf(ticket(8))).map(({ outcome, verdict }) => [outcome, verdict]),
      [
        ['too_early', null],
        ['too_early', 'refused'],
        ['admitted', null],
      ],
    );
  });

  test('asks before it leaves its door for a link that is opened on it', async () => {
    const page = main.phone.page();
    const { link } = await makeDoorDevice(on, event, { door: 'Back' });
    await page.goto(link);
    const question = page.getByRole('heading', { name: 'Use the new link?' });
    await question.waitFor();
    await assertAccessibleInBothThemes(page, 'a new link');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText('Main · Phone at Main').waitFor();
    await page.goto(link);
    await question.waitFor();
    await page.getByRole('button', { name: 'Use the new link' }).click();
    await page.getByText('Back · Phone at Back').waitFor();
    // It is used up: the door stays.
    await page.goto(link);
    await page.getByRole('button', { name: 'Use the new link' }).click();
    await page.getByText('This link was already used').waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText('Back · Phone at Back').waitFor();
  });

  test('an answer to what it asked for at its last door changes nothing at the next one', async () => {
    const page = main.phone.page();
    const { entries } = await storedOn(page);
    const { link } = await makeDoorDevice(on, event, { door: 'Stage' });
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      await route.fulfill({ response });
    };
    await page.route('**/scan/list*', hold, { times: 1 });
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await asked.promise;
    await page.goto(link);
    await page.getByRole('button', { name: 'Use the new link' }).click();
    await page.getByText('Stage · Phone at Stage').waitFor();
    released.resolve();
    await page.getByText(/List as of/).waitFor();
    await untilEqual(entries, async () => (await storedOn(page))['entries'], 'the whole list is there');
  });

  test('an answer to what it asked for changes nothing once another tab has taken over', async () => {
    const page = main.phone.page();
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      asked.resolve();
      await released.promise;
      await route.fulfill({ response });
    };
    await page.route('**/scan/list*', hold, { times: 1 });
    const [late] = await sellTickets(on, event, { count: 1 });
    assert.ok(late);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await asked.promise;
    await letInElsewhere(late, event);
    const tab = await main.phone.context().newPage();
    await tab.goto(`${on.publicUrl}/scan/`);
    const read = tab.waitForResponse('**/scan/list*');
    await tab.getByRole('button', { name: 'Use this tab' }).click();
    await (await read).finished();
    await page.getByRole('heading', { name: 'Open in another tab' }).waitFor();
    const answered = page.waitForResponse('**/scan/list*');
    released.resolve();
    await (await answered).finished();
    await storedOn(page);
    await main.phone.context().setOffline(true);
    await scan(tab, late.code, 'already_used');
    await tab.close();
    await main.phone.context().setOffline(false);
    await page.getByRole('button', { name: 'Use this tab' }).click();
    await page.getByText('Stage · Phone at Stage').waitFor();
  });

  test('has several events, each with a list and scans of its own; with no network it says when and where a guest came in', async () => {
    const page = main.phone.page();
    const matinee = await makeDoorEvent(on, 'Matinee');
    const [guest, inside, short] = await sellTickets(on, matinee, { count: 3 });
    assert.ok(guest && inside && short);
    // Enough for a list of three pages, which are kept in packs.
    await on.app.database.query(
      `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
       SELECT new_id(), gen_random_uuid(), event_id, ticket_type_id, 1, gen_random_uuid(), email, first_name, last_name, issued_at
         FROM tickets, generate_series(1, $2::integer) WHERE id = $1`,
      [guest.ticketId, 2 * ENTRIES_PER_PAGE],
    );
    await letInElsewhere(inside, matinee);
    const { link } = await makeDoorDevice(on, matinee, { door: 'Foyer' });
    await page.goto(link);
    await page.getByRole('button', { name: 'Use the new link' }).click();
    await page.getByText('Foyer · Phone at Foyer').waitFor();
    await page.getByText(/List as of/).waitFor();
    await untilKept(main.phone);
    await main.phone.context().setOffline(true);
    await scan(page, guest.code, 'admitted');
    await page.locator('.verdict').getByText('Ada Obi').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await scan(page, inside.code, 'already_used');
    await page.getByText(/Let in at \d\d:\d\d, North\./).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Type code' }).click();
    await page.getByLabel('Eight letters from the ticket').fill(short.shortCode);
    await page.getByRole('button', { name: 'Check' }).click();
    await verdictOf(page, 'unproven').waitFor();
    await page.getByRole('button', { name: 'Turn away' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Figures' }).click();
    await page.getByText('You’re offline. The event’s figures').waitFor();
    await assertAccessibleInBothThemes(page, 'figures');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Matinee' }).click();
    await assertAccessibleInBothThemes(page, 'events');
    await page.getByRole('button', { name: 'Scan Harbour Nights' }).click();
    await page.getByText('Stage · Phone at Stage').waitFor();
    // A ticket of the other event is none of this one.
    await scan(page, guest.code, 'unknown');
    await page.getByRole('button', { name: 'Next' }).click();
    await main.phone.context().setOffline(false);
    await until('the scan of the other event was sent', async () => (await scansOf(guest)).length === 1);
    await page.getByRole('button', { name: 'Figures' }).click();
    await page.getByRole('heading', { name: 'The whole event' }).waitFor();
    await page.getByText('Came in').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Harbour Nights' }).click();
    const remove = page.getByRole('button', { name: 'Remove Matinee from this phone' });
    await remove.click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await remove.click();
    await page.getByText('You need a new link to add it again.').waitFor();
    await assertAccessibleInBothThemes(page, 'the question before an event is removed');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Harbour Nights', exact: true }).waitFor();
  });

  test('is out at its next contact once it is revoked: the list is wiped, and what it had not sent waits for the host', async () => {
    const { phone, device } = side;
    const page = phone.page();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('.verdict').waitFor({ state: 'detached' });
    await phone.context().setOffline(true);
    await scan(page, ticket(6).code, 'admitted');
    await revoke(on, event, device.deviceId);
    await phone.context().setOffline(false);
    await page.getByRole('heading', { name: 'This phone was removed' }).waitFor();
    await page.getByText('One scan was sent. It counts once the host accepts it.').waitFor();
    await assertAccessibleInBothThemes(page, 'out');
    await untilEqual({ pairing: 0, entries: 0, packs: 0, blocks: 0, scans: 0, tokens: 0 }, () =>
      storedOn(page),
    );
    assert.equal((await scansOf(ticket(6))).length, 0);
    const { hostId } = event.host;
    const which = { hostId, eventId: event.eventId, actor: OPERATOR, deviceId: device.deviceId, until: 1e9 };
    assert.equal(await on.app.database.transaction((tx) => acceptLateScans(tx, which)), 1);
    assert.equal((await scansOf(ticket(6))).length, 1);
    await page.reload();
    await page.getByRole('heading', { name: 'Which door?' }).waitFor();
  });

  test('sends its night after its time is over, though the network goes once more in between', async () => {
    const { phone } = main;
    const page = phone.page();
    await page.getByText(/List as of/).waitFor();
    await phone.context().setOffline(true);
    await scan(page, ticket(7).code, 'admitted');
    await page.getByRole('button', { name: 'Next' }).click();
    await on.app.database.query(
      `UPDATE door_devices SET ends_at = clock_timestamp()
        WHERE door_id = (SELECT id FROM doors WHERE event_id = $1 AND name = 'Stage')`,
      [event.eventId],
    );
    await phone.context().route('**/scan/late-scans', (route) => route.abort());
    await phone.context().setOffline(false);
    await page.getByRole('heading', { name: 'The event is over' }).waitFor();
    await page.getByText('One scan is still unsent. Keep this page open and stay online.').waitFor();
    await untilEqual({ pairing: 0, entries: 0, packs: 0, blocks: 0, scans: 1, tokens: 1 }, () =>
      storedOn(page),
    );
    await phone.context().unroute('**/scan/late-scans');
    await page.getByText('One scan was sent and counts.').waitFor();
    const [taken] = await scansOf(ticket(7));
    assert.deepEqual([taken?.outcome, taken?.verdict], ['admitted', 'admitted']);
    await untilEqual({ pairing: 0, entries: 0, packs: 0, blocks: 0, scans: 0, tokens: 0 }, () =>
      storedOn(page),
    );
  });
});

/** The program is on the phone, for when there is no network. */
const untilKept = (phone: Phone): Promise<unknown> =>
  until('the program is kept', () => phone.page().evaluate('navigator.serviceWorker.controller !== null'));

const storedOn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('tessera-scanner');
    opening.onsuccess = () => {
      const names = ['pairing', 'entries', 'packs', 'blocks', 'scans'];
      const tx = opening.result.transaction([...names, 'leftovers']);
      const left = tx.objectStore('leftovers').getAll();
      const counts = names.map((name) => [name, tx.objectStore(name).count()]);
      tx.oncomplete = () => {
        opening.result.close();
        const tokens = left.result.filter(({ token }) => token !== null).length;
        resolve({ ...Object.fromEntries(counts.map(([name, { result }]) => [name, result])), tokens });
      };
    };
  })`);
