import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, hold, order } from '../../../../test/harness/buy.ts';
import { ask } from '../../../../test/harness/client.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../../../../test/harness/until.ts';
import { openDetailsDesk, type DetailsDesk } from './details.fixture.ts';

const FREE = { ticketTypes: [{ priceMinor: 0 }] };

type Line = { action: string; person_id: string; before: { headliners: string }; after: object };

suite('the details of an event', () => {
  let desk: DetailsDesk;
  let on: TestApp;
  let second: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  before(async () => {
    desk = await openDetailsDesk();
    ({ on, host, manager } = desk);
    second = await startTestApp({ on });
  });
  after(async () => {
    await second.close();
    await desk.close();
  });

  test('the API answers with what was entered, in another process too and at once', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const [named] = (
      await desk.changed(draft, {
        slug: 'rooftop-at-dusk',
        headliners: [{ headlinerId: null, name: 'First', role: '' }],
      })
    ).headliners;
    await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [draft.eventId]);
    const first = await until('the event to be there', async () => {
      const answer = await desk.read('rooftop-at-dusk', second);
      return answer.status === 200 && answer;
    });
    await desk.changed(draft, {
      name: ' Rooftop at Dusk ',
      categorySlug: 'comedy',
      previewDescription: 'Four bands, one rooftop.',
      description: '# Dusk\r\n\r\nFour **bands**: [tickets](https://shop.example/t)\n\n- one\n- two',
      startsAt: '2097-03-06T18:00',
      closesAt: '2097-03-07T02:00',
      timezone: 'Africa/Johannesburg',
      state: 'Lagos',
      lga: 'Eti-Osa',
      street: ' 12 Marina Road ',
      directions: 'The lift.\r\nTop floor.',
      position: { lat: 6.4281, lng: 3.4219 },
      hostMessage: 'Doors open at five.',
      website: 'rooftop.example/dusk',
      instagram: '@rooftop',
      xAccount: 'https://x.com/rooftop',
      isComingSoon: true,
      headliners: [
        { headlinerId: null, name: 'Ọlá', role: 'Live band' },
        { headlinerId: named.headlinerId, name: 'DJ Ama', role: '' },
      ],
    });
    const found = await until(
      'the other process to hear of it',
      async () => {
        const answer = await desk.read('rooftop-at-dusk', second);
        return answer.headers.get('etag') !== first.headers.get('etag') && answer;
      },
      SOONER_THAN_FORGOTTEN_MS,
    );
    const { id: _id, createdAt: _createdAt, headliners, ...event } = found.body.data;
    assert.deepEqual(event, {
      name: 'Rooftop at Dusk',
      slug: 'rooftop-at-dusk',
      posterImageURL: null,
      posterAspectRatio: null,
      category: { name: 'Comedy', slug: 'comedy' },
      cheapestTicketPrice: 1_000_000,
      formattedCheapestPrice: '₦10,000.00',
      description: 'Dusk\n\nFour bands: tickets (https://shop.example/t)\n\n- one\n- two',
      previewDescription: 'Four bands, one rooftop.',
      date: '2097-03-06T16:00:00.000Z',
      closingDate: '2097-03-07T00:00:00.000Z',
      timezone: 'Africa/Johannesburg',
      status: 'LIVE',
      isComingSoon: true,
      instagram: 'rooftop',
      website: 'https://rooftop.example/dusk',
      xAccount: 'https://x.com/rooftop',
      country: 'NIGERIA',
      state: 'Lagos',
      lga: 'Eti-Osa',
      street: '12 Marina Road',
      directions: 'The lift.\nTop floor.',
      lng: 3.4219,
      lat: 6.4281,
      hideLocation: false,
      hostMessage: 'Doors open at five.',
    });
    assert.deepEqual(
      headliners.map(({ id: _its, ...rest }: { id: string }) => rest),
      [
        { name: 'Ọlá', role: 'Live band', imageURL: null },
        { name: 'DJ Ama', role: '', imageURL: null },
      ],
    );
    assert.equal(headliners[1].id, named.headlinerId);

    // Hidden or removed fields are null.
    await desk.changed(draft, {
      hideLocation: true,
      website: null,
      instagram: null,
      xAccount: null,
      hostMessage: null,
    });
    const hidden = await until('the place to be hidden', async () => {
      const { body } = await desk.read('rooftop-at-dusk', second);
      return body.data.hideLocation && body.data;
    });
    for (const name of [
      'street',
      'directions',
      'lng',
      'lat',
      'website',
      'instagram',
      'xAccount',
      'hostMessage',
    ])
      assert.equal(hidden[name], null, name);
    assert.deepEqual([hidden.state, hidden.lga], ['Lagos', 'Eti-Osa']);
    await desk.changed(draft, {
      street: null,
      directions: null,
      position: null,
      hideLocation: false,
      headliners: [],
    });
    const { details } = await desk.see(draft);
    assert.deepEqual(
      [details.street, details.directions, details.position, details.headliners, details.description],
      [null, null, null, [], '# Dusk\n\nFour **bands**: [tickets](https://shop.example/t)\n\n- one\n- two'],
    );
    // Unlisted: gone from the list, and there for who knows it.
    const isListed = async (): Promise<boolean> =>
      (await ask(second, '/events?limit=100', { key: host })).body.data.items.some(
        ({ slug }: { slug: string }) => slug === 'rooftop-at-dusk',
      );
    assert.ok(await isListed());
    await desk.changed(draft, { isUnlisted: true });
    await until('it to leave the list', async () => !(await isListed()), SOONER_THAN_FORGOTTEN_MS);
    assert.equal((await desk.read('rooftop-at-dusk', second)).status, 200);
  });

  test('times are on the clock of the place, through its changes, and what is not touched keeps its seconds', async () => {
    const startsAt = new Date('2097-03-06T17:00:42.123Z');
    const event = await makeEvent(on, host, { startsAt, closesAt: new Date('2097-03-06T23:00:00Z') });
    assert.equal((await desk.see(event)).details.startsAt, '2097-03-06T18:00');
    await desk.changed(event, { startsAt: '2097-03-06T18:00', closesAt: '2097-03-07T01:00' });
    const dates = async () => {
      const { date, closingDate } = (await desk.read(event.slug)).body.data;
      return [date, closingDate];
    };
    await until('the new end', async () => (await dates())[1] === '2097-03-07T00:00:00.000Z');
    assert.equal((await dates())[0], startsAt.toISOString());
    // The clock of Berlin skips 02:30 that night, and shows it twice in October.
    const spring = await desk.changed(event, { timezone: 'Europe/Berlin', startsAt: '2027-03-28T02:30' });
    assert.equal(spring.startsAt, '2027-03-28T03:30');
    const autumn = { startsAt: '2027-10-31T02:30+01:00', closesAt: '2027-10-31T04:00' };
    assert.equal((await desk.changed(event, autumn)).startsAt, '2027-10-31T02:30+01:00');
    await until('the second time', async () => (await dates())[0] === '2027-10-31T01:30:00.000Z');
    await desk.refused(event, { closesAt: '2027-10-31T02:30' }, 'closesAt', /after the start/);
    await desk.refused(
      event,
      { startsAt: '2019-10-31T02:30', closesAt: '2020-10-31T02:30' },
      'closesAt',
      /in the future/,
    );
    await desk.refused(event, { startsAt: '2027-02-30T10:00' }, 'startsAt', /Choose a date and time/);
    await desk.refused(event, { timezone: 'Africa/Nowhere' }, 'timezone', /Choose a time zone/);
  });

  test('the date stays where somebody has a ticket; the end may be put right, and the rest too', async () => {
    const event = await makeEvent(on, host, FREE);
    assert.equal((await desk.see(event)).datesFixedBy, null);
    await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });
    const { datesFixedBy, details } = await desk.see(event);
    assert.equal(datesFixedBy, 'orders');
    await desk.refused(
      event,
      { startsAt: '2097-03-06T18:00', closesAt: '2097-03-07T18:00' },
      'startsAt',
      /postpone/,
    );
    await desk.refused(
      event,
      { timezone: 'Africa/Johannesburg', startsAt: details.startsAt },
      'startsAt',
      /postpone/,
    );
    // The same moment on a clock that shows the same is no other date.
    await desk.changed(event, { ...details, timezone: 'Africa/Algiers', version: details.version });
    await desk.changed(event, { closesAt: '2097-03-07T18:00', name: 'A better name' });
    await on.app.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [event.eventId]);
    assert.equal((await desk.see(event)).datesFixedBy, 'over');
    await desk.refused(event, { closesAt: '2097-03-08T18:00' }, 'closesAt', /over/);
    await desk.changed(event, { hostMessage: 'We are sorry.' });
  });

  test('a plain description stays plain until it is written anew, and can be taken back', async () => {
    const event = await makeEvent(on, host, { description: '# not a heading\n*nor this*' });
    const { details } = await desk.see(event);
    assert.deepEqual(
      [details.description, details.descriptionFormat],
      ['# not a heading\n*nor this*', 'plain'],
    );
    await desk.changed(event, { ...details, name: 'Another' });
    const stored = async () => (await desk.read(event.slug)).body.data.description;
    assert.equal(await stored(), '# not a heading\n*nor this*');
    await desk.changed(event, { description: '# a heading', descriptionFormat: 'markdown' });
    await until('the plain text of it', async () => (await stored()) === 'a heading');
    await desk.changed(event, { description: details.description, descriptionFormat: 'plain' });
    await until('what was there', async () => (await stored()) === '# not a heading\n*nor this*');
    const many = `[r]: https://a.example/${'x'.repeat(400)}\n\n${'[r] '.repeat(100)}`;
    await desk.refused(event, { description: many }, 'description', /including the addresses of its links/);
  });

  test('an order waits for its payment as long as its event says, or else as the service does', async () => {
    const event = await makeEvent(on, host);
    const items = [{ sku: event.skus[0], quantity: 1 }];
    const windowOf = async (): Promise<unknown[]> => {
      const { token, ...cart } = await hold(on, host, { slug: event.slug, items });
      const { body } = await order(on, host, { token, ...cart });
      const { rows } = await on.app.database.query<{ pay: number; grace: number }>(
        `SELECT round(extract(epoch FROM o.pay_by - o.created_at))::int AS pay, round(extract(epoch FROM r.expires_at - o.pay_by))::int AS grace
           FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id WHERE o.reference = $1`,
        [body.data.reference],
      );
      return [rows[0]?.pay, rows[0]?.grace];
    };
    assert.deepEqual(await windowOf(), [1_800, 120]);
    await desk.changed(event, { paymentMinutes: 5, holdMinutes: 2 });
    assert.deepEqual(await windowOf(), [300, 120]);
    await desk.changed(event, { paymentMinutes: null });
    assert.deepEqual(await windowOf(), [1_800, 120]);
  });

  test('the doors open so long before the start, wherever that moves to', async () => {
    const event = await makeEvent(on, host, { status: 'DRAFT' });
    await desk.changed(event, {
      startsAt: '2031-05-04T19:00',
      closesAt: '2031-05-04T23:00',
      doorsMinutes: 45,
    });
    const doorsAt = async (): Promise<string | undefined> => {
      const { rows } = await on.app.database.query<{ doors: Date }>(
        `SELECT starts_at - doors_minutes * interval '1 minute' AS doors FROM events WHERE id = $1`,
        [event.eventId],
      );
      return rows[0]?.doors?.toISOString();
    };
    assert.equal(await doorsAt(), '2031-05-04T17:15:00.000Z');
    await desk.changed(event, { startsAt: '2031-06-01T20:00', closesAt: '2031-06-01T23:00' });
    assert.equal(await doorsAt(), '2031-06-01T18:15:00.000Z');
    assert.equal((await desk.see(event)).details.doorsMinutes, 45);
    await desk.changed(event, { doorsMinutes: null });
    assert.equal(await doorsAt(), undefined);
  });

  test('each field has its limits, and the refusal names it', async () => {
    const event = await makeEvent(on, host);
    const cases: [object, string, RegExp][] = [
      [{ name: ' ' }, 'name', /one line/],
      [{ name: 'a'.repeat(201) }, 'name', /at most 200/],
      [{ slug: 'another' }, 'slug', /can no longer change/],
      [{ categorySlug: 'nothing' }, 'categorySlug', /one of the categories/],
      [{ previewDescription: 'a'.repeat(501) }, 'previewDescription', /at most 500/],
      [{ description: 'a'.repeat(20_001) }, 'description', /at most 20,000/],
      [{ description: 'a\0b' }, 'description', /plain text/],
      [{ state: '' }, 'state', /Fill this in/],
      [{ lga: 'a\nb' }, 'lga', /one line/],
      [{ position: { lat: 91, lng: 0 } }, 'position.lat', /-90 to 90/],
      [{ position: { lat: 1 } }, 'position.lng', /Fill this in/],
      [{ website: 'javascript:ran=1' }, 'website', /http or https/],
      [{ instagram: 'a b' }, 'instagram', /account’s name/],
      [{ xAccount: 'https://evil.example/x' }, 'xAccount', /x\.com/],
      [{ holdMinutes: 61 }, 'holdMinutes', /from 2 to 60/],
      [{ paymentMinutes: 4 }, 'paymentMinutes', /from 5 to 1,440/],
      [{ doorsMinutes: 0 }, 'doorsMinutes', /from 1 to 1,440/],
      [{ doorsMinutes: 1_441 }, 'doorsMinutes', /from 1 to 1,440/],
      [{ country: 'GHANA' }, 'country', /page is out of date/],
      [{ status: 'LIVE' }, 'status', /page is out of date/],
    ];
    const was = (await desk.see(event)).details;
    for (const [changes, field, words] of cases) await desk.refused(event, changes, field, words);
    assert.deepEqual((await desk.see(event)).details, was);
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    await desk.refused(draft, { slug: 'Orders' }, 'slug', /small letters/);
    await desk.refused(draft, { slug: 'orders' }, 'slug', /reserved by this service/);
    await desk.refused(draft, { slug: event.slug }, 'slug', /another event/);
    await desk.changed(draft, { state: '', lga: '' });
  });

  test('the longest of texts fit, and the audit log says who changed what', async () => {
    const event = await makeEvent(on, host, { status: 'DRAFT' });
    const long = (length: number): string => '𝒯'.repeat(length);
    const headliners = Array.from({ length: 50 }, () => ({
      headlinerId: null,
      name: long(200),
      role: long(100),
    }));
    await desk.changed(event, {
      name: long(200),
      previewDescription: long(500),
      description: long(20_000),
      state: long(100),
      lga: long(100),
      venue: long(200),
      street: long(300),
      directions: long(2_000),
      hostMessage: long(2_000),
      headliners,
    });
    await desk.changed(event, {
      name: 'Short',
      headliners: [{ headlinerId: null, name: 'Ọlá', role: 'Bass' }],
    });
    const { rows } = await on.app.database.query<Line>(
      'SELECT action, person_id, before, after FROM audit_log WHERE subject_id = $1 ORDER BY id DESC LIMIT 1',
      [event.eventId],
    );
    const [line] = rows;
    assert.deepEqual(
      [line?.action, line?.person_id, line?.after],
      ['event.change_details', manager.personId, { name: 'Short', headliners: 'Ọlá (Bass)' }],
    );
    assert.match(line?.before.headliners ?? '', /^𝒯{200} \(𝒯+… \(\d+ characters, SHA-256 [0-9a-f]{64}\)$/u);
  });

  test('a member who saves over another’s change is told what is there now, as it is edited', async () => {
    const event = await makeEvent(on, host);
    const { version } = (await desk.see(event)).details;
    await desk.changed(event, {
      street: 'Theirs',
      headliners: [{ headlinerId: null, name: 'Theirs', role: '' }],
    });
    const late = await desk.change(event, { version, street: 'Mine' });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    assert.deepEqual(late.body.current, (await desk.see(event)).details);
    assert.deepEqual([late.body.current.street, late.body.current.version], ['Theirs', version + 1]);
  });

  test('hostile texts are text: in the API, in the preview and in the checkout’s page', async () => {
    const event = await makeEvent(on, host, FREE);
    for (const text of HOSTILE_TEXTS) {
      const clean = text.replaceAll('\r\n', '\n').trim();
      const line = clean.replaceAll(/[\n\u2028\u2029]/g, ' ').trim();
      const { body } = await desk.change(event, {
        ...(line && {
          name: line.slice(0, 200),
          street: line,
          headliners: [{ headlinerId: null, name: line, role: line.slice(0, 100) }],
        }),
        previewDescription: text,
        description: text,
        directions: text,
        hostMessage: text,
      });
      assert.ok(body.details, `${text} ${JSON.stringify(body)}`);
      for (const field of ['website', 'instagram', 'xAccount', 'slug', 'timezone', 'startsAt'])
        assert.equal((await desk.change(event, { [field]: text })).status, 400, `${field}: ${text}`);
      const answer = await until('the API to say it', async () => {
        const { headers, body: found } = await desk.read(event.slug);
        return found.data.hostMessage === (clean || null) && { headers, ...found.data };
      });
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.directions, clean || null);
      const path = `${desk.pathOf(event)}/preview`;
      const { body: preview } = await askDashboard(on, path, {
        as: manager,
        method: 'POST',
        body: { markdown: text },
      });
      assert.doesNotMatch(JSON.stringify(preview.blocks), /"href":"(?!https?:\/\/|mailto:)/);
      const page = await fetch(`${on.publicUrl}/checkout/${event.slug}`);
      assert.doesNotMatch(
        await page.text(),
        /<(img|svg|iframe|base|meta http|object|embed|form action|video)\b[^>]*(evil|ran=1)/,
      );
    }
  });
});
