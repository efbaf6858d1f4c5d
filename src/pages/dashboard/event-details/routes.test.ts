import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { buy, hold, order } from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../../../../test/harness/until.ts';

const FREE = { ticketTypes: [{ priceMinor: 0 }] };

type Line = { action: string; person_id: string; before: { headliners: string }; after: object };
type Made = { eventId: string; slug: string; skus: string[] };

suite('the details of an event', () => {
  let on: TestApp;
  let second: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  before(async () => {
    on = await startTestApp();
    second = await startTestApp({ on });
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
  });
  after(async () => {
    await second.close();
    await on.close();
  });

  const pathOf = ({ eventId }: Made): string => `/hosts/${host.hostId}/events/${eventId}/details`;
  const see = async (of: Made) => (await askDashboard(on, pathOf(of), { as: manager })).body.data;
  /** On what is there now, unless another version is named. */
  const change = async (of: Made, changes: object): Promise<Answer> => {
    const { rows } = await on.app.database.query<{ version: number }>(
      'SELECT version FROM events WHERE id = $1',
      [of.eventId],
    );
    return askDashboard(on, pathOf(of), {
      as: manager,
      method: 'PATCH',
      body: { version: rows[0]?.version, ...changes },
    });
  };
  const changed = async (of: Made, changes: object) => {
    const { status, body } = await change(of, changes);
    assert.equal(status, 200, JSON.stringify(body));
    return body.details;
  };
  const refused = async (of: Made, changes: object, field: string, words: RegExp): Promise<void> => {
    const { status, body } = await change(of, changes);
    assert.deepEqual(
      [status, body.error_code, body.field],
      [400, 'validation_failed', field],
      JSON.stringify(changes),
    );
    assert.match(body.message, words);
  };
  const read = (slug: string, from = on): Promise<Answer> => ask(from, `/events/${slug}`, { key: host });

  test('the API answers with what was entered, in another process too and at once', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const [named] = (
      await changed(draft, {
        slug: 'rooftop-at-dusk',
        headliners: [{ headlinerId: null, name: 'First', role: '' }],
      })
    ).headliners;
    await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [draft.eventId]);
    const first = await until('the event to be there', async () => {
      const answer = await read('rooftop-at-dusk', second);
      return answer.status === 200 && answer;
    });
    await changed(draft, {
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
        const answer = await read('rooftop-at-dusk', second);
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
    await changed(draft, {
      hideLocation: true,
      website: null,
      instagram: null,
      xAccount: null,
      hostMessage: null,
    });
    const hidden = await until('the place to be hidden', async () => {
      const { body } = await read('rooftop-at-dusk', second);
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
    await changed(draft, {
      street: null,
      directions: null,
      position: null,
      hideLocation: false,
      headliners: [],
    });
    const { details } = await see(draft);
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
    await changed(draft, { isUnlisted: true });
    await until('it to leave the list', async () => !(await isListed()), SOONER_THAN_FORGOTTEN_MS);
    assert.equal((await read('rooftop-at-dusk', second)).status, 200);
  });

  test('times are on the clock of the place, through its changes, and what is not touched keeps its seconds', async () => {
    const startsAt = new Date('2097-03-06T17:00:42.123Z');
    const event = await makeEvent(on, host, { startsAt, closesAt: new Date('2097-03-06T23:00:00Z') });
    assert.equal((await see(event)).details.startsAt, '2097-03-06T18:00');
    await changed(event, { startsAt: '2097-03-06T18:00', closesAt: '2097-03-07T01:00' });
    const dates = async () => {
      const { date, closingDate } = (await read(event.slug)).body.data;
      return [date, closingDate];
    };
    await until('the new end', async () => (await dates())[1] === '2097-03-07T00:00:00.000Z');
    assert.equal((await dates())[0], startsAt.toISOString());
    // The clock of Berlin skips 02:30 that night, and shows it twice in October.
    const spring = await changed(event, { timezone: 'Europe/Berlin', startsAt: '2027-03-28T02:30' });
    assert.equal(spring.startsAt, '2027-03-28T03:30');
    const autumn = { startsAt: '2027-10-31T02:30+01:00', closesAt: '2027-10-31T04:00' };
    assert.equal((await changed(event, autumn)).startsAt, '2027-10-31T02:30+01:00');
    await until('the second time', async () => (await dates())[0] === '2027-10-31T01:30:00.000Z');
    await refused(event, { closesAt: '2027-10-31T02:30' }, 'closesAt', /after the start/);
    await refused(
      event,
      { startsAt: '2019-10-31T02:30', closesAt: '2020-10-31T02:30' },
      'closesAt',
      /in the future/,
    );
    await refused(event, { startsAt: '2027-02-30T10:00' }, 'startsAt', /Choose a date and time/);
    await refused(event, { timezone: 'Africa/Nowhere' }, 'timezone', /Choose a time zone/);
  });

  test('the date stays where somebody has a ticket; the end may be put right, and the rest too', async () => {
    const event = await makeEvent(on, host, FREE);
    assert.equal((await see(event)).datesFixedBy, null);
    await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });
    const { datesFixedBy, details } = await see(event);
    assert.equal(datesFixedBy, 'orders');
    await refused(
      event,
      { startsAt: '2097-03-06T18:00', closesAt: '2097-03-07T18:00' },
      'startsAt',
      /postpone/,
    );
    await refused(
      event,
      { timezone: 'Africa/Johannesburg', startsAt: details.startsAt },
      'startsAt',
      /postpone/,
    );
    // The same moment on a clock that shows the same is no other date.
    await changed(event, { ...details, timezone: 'Africa/Algiers', version: details.version });
    await changed(event, { closesAt: '2097-03-07T18:00', name: 'A better name' });
    await on.app.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [event.eventId]);
    assert.equal((await see(event)).datesFixedBy, 'over');
    await refused(event, { closesAt: '2097-03-08T18:00' }, 'closesAt', /over/);
    await changed(event, { hostMessage: 'We are sorry.' });
  });

  test('a plain description stays plain until it is written anew, and can be taken back', async () => {
    const event = await makeEvent(on, host, { description: '# not a heading\n*nor this*' });
    const { details } = await see(event);
    assert.deepEqual(
      [details.description, details.descriptionFormat],
      ['# not a heading\n*nor this*', 'plain'],
    );
    await changed(event, { ...details, name: 'Another' });
    const stored = async () => (await read(event.slug)).body.data.description;
    assert.equal(await stored(), '# not a heading\n*nor this*');
    await changed(event, { description: '# a heading', descriptionFormat: 'markdown' });
    await until('the plain text of it', async () => (await stored()) === 'a heading');
    await changed(event, { description: details.description, descriptionFormat: 'plain' });
    await until('what was there', async () => (await stored()) === '# not a heading\n*nor this*');
    const many = `[r]: https://a.example/${'x'.repeat(400)}\n\n${'[r] '.repeat(100)}`;
    await refused(event, { description: many }, 'description', /including the addresses of its links/);
  });

  test('headliners keep their ids and their order; those of other events are not touched', async () => {
    const [event, other] = [await makeEvent(on, host), await makeEvent(on, host)];
    const named = (...names: string[]) => names.map((name) => ({ headlinerId: null, name, role: '' }));
    const { headliners } = await changed(event, { headliners: named('A', 'B', 'C') });
    const [a, b, c] = headliners;
    const [theirs] = (await changed(other, { headliners: named('Theirs') })).headliners;
    const mixed = [c, { ...theirs, name: 'Taken' }, { ...b, role: 'Bass' }, b];
    const mine = (await changed(event, { headliners: mixed })).headliners;
    assert.deepEqual(
      mine.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [
        ['C', ''],
        ['Taken', ''],
        ['B', 'Bass'],
        ['B', ''],
      ],
    );
    assert.deepEqual([mine[0].headlinerId, mine[2].headlinerId], [c.headlinerId, b.headlinerId]);
    for (const id of [a, b, theirs].map(({ headlinerId }) => headlinerId)) {
      assert.notEqual(mine[1].headlinerId, id);
      assert.notEqual(mine[3].headlinerId, id);
    }
    assert.equal((await see(other)).details.headliners[0].name, 'Theirs');
    await refused(
      event,
      { headliners: named(...Array.from({ length: 51 }, () => 'x')) },
      'headliners',
      /at most 50/,
    );
    await refused(event, { headliners: named('') }, 'headliners[0].name', /Fill this in/);
  });

  test('a headliner shows a picture of its event, which is kept, removed and taken back; another event’s is refused', async () => {
    const [event, other] = [await makeEvent(on, host), await makeEvent(on, host)];
    const upload = async (of: Made, background: string): Promise<string> => {
      const create = { width: 400, height: 400, channels: 3, background } as const;
      const answer = await fetch(
        `${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${of.eventId}/pictures`,
        {
          method: 'POST',
          headers: {
            accept: 'application/json',
            cookie: manager.cookie,
            'sec-fetch-site': 'same-origin',
            'content-type': 'image/png',
          },
          body: new Uint8Array(await sharp({ create }).png().toBuffer()),
        },
      );
      return ((await answer.json()) as { file: string }).file;
    };
    const [red, blue] = [await upload(event, '#c00'), await upload(event, '#00c')];
    const imageUrl = async (): Promise<string | null> =>
      (await read(event.slug)).body.data.headliners[0]?.imageURL;
    const shows = (file: string | null) =>
      until(`${file} to be shown`, async () => ((await imageUrl())?.split('/').at(-1) ?? null) === file);

    const entry = { headlinerId: null, name: 'Ọlá', role: 'Bass' };
    const [ola] = (await changed(event, { headliners: [{ ...entry, imageFile: red }] })).headliners;
    assert.equal(ola.imageFile, red);
    await shows(red);
    const picture = await fetch(((await imageUrl()) ?? '').replace('localhost', '127.0.0.1'));
    assert.equal(picture.status, 200);
    assert.match((await see(event)).pictures[red].srcset.webp, / 320w/);

    // Nothing said of it: it stays, and the name of its file does no harm.
    const { imageFile: _kept, ...unsaid } = ola;
    await changed(event, { headliners: [{ ...unsaid, role: 'Drums' }] });
    await changed(event, { headliners: [{ ...ola, role: 'Keys' }] });
    await shows(red);
    await changed(event, { headliners: [{ ...ola, imageFile: blue }] });
    await shows(blue);
    await changed(event, { headliners: [{ ...ola, imageFile: null }] });
    await shows(null);
    await changed(event, { headliners: [ola] });
    await shows(red);
    // Taken back, it is a new one with the old one's picture.
    await changed(event, { headliners: [] });
    const [again] = (await changed(event, { headliners: [ola] })).headliners;
    assert.notEqual(again.headlinerId, ola.headlinerId);
    await shows(red);

    const theirs = await upload(other, '#0c0');
    const gone = /no longer exists/i;
    for (const imageFile of [theirs, 'nothing.jpg', '../secret'])
      await refused(event, { headliners: [again, { ...entry, imageFile }] }, 'headliners[1].imageFile', gone);
    await on.app.database.query('UPDATE pictures SET is_forgotten = true WHERE files @> ARRAY[$1]', [blue]);
    await refused(event, { headliners: [{ ...again, imageFile: blue }] }, 'headliners[0].imageFile', gone);
    assert.deepEqual((await see(event)).details.headliners, [again]);
    // A file from before pictures had rows, or of the event that this is a copy of, is taken back as well.
    await on.app.database.query(`UPDATE headliners SET image_file = 'old.png' WHERE event_id = $1`, [
      event.eventId,
    ]);
    await changed(event, { headliners: [] });
    await changed(event, { headliners: [{ ...again, imageFile: 'old.png' }] });
    await shows('old.png');
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
    await changed(event, { paymentMinutes: 5, holdMinutes: 2 });
    assert.deepEqual(await windowOf(), [300, 120]);
    await changed(event, { paymentMinutes: null });
    assert.deepEqual(await windowOf(), [1_800, 120]);
  });

  test('the doors open so long before the start, wherever that moves to', async () => {
    const event = await makeEvent(on, host, { status: 'DRAFT' });
    await changed(event, { startsAt: '2031-05-04T19:00', closesAt: '2031-05-04T23:00', doorsMinutes: 45 });
    const doorsAt = async (): Promise<string | undefined> => {
      const { rows } = await on.app.database.query<{ doors: Date }>(
        `SELECT starts_at - doors_minutes * interval '1 minute' AS doors FROM events WHERE id = $1`,
        [event.eventId],
      );
      return rows[0]?.doors?.toISOString();
    };
    assert.equal(await doorsAt(), '2031-05-04T17:15:00.000Z');
    await changed(event, { startsAt: '2031-06-01T20:00', closesAt: '2031-06-01T23:00' });
    assert.equal(await doorsAt(), '2031-06-01T18:15:00.000Z');
    assert.equal((await see(event)).details.doorsMinutes, 45);
    await changed(event, { doorsMinutes: null });
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
    const was = (await see(event)).details;
    for (const [changes, field, words] of cases) await refused(event, changes, field, words);
    assert.deepEqual((await see(event)).details, was);
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    await refused(draft, { slug: 'Orders' }, 'slug', /small letters/);
    await refused(draft, { slug: 'orders' }, 'slug', /reserved by this service/);
    await refused(draft, { slug: event.slug }, 'slug', /another event/);
    await changed(draft, { state: '', lga: '' });
  });

  test('the longest of texts fit, and the audit log says who changed what', async () => {
    const event = await makeEvent(on, host, { status: 'DRAFT' });
    const long = (length: number): string => '𝒯'.repeat(length);
    const headliners = Array.from({ length: 50 }, () => ({
      headlinerId: null,
      name: long(200),
      role: long(100),
    }));
    await changed(event, {
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
    await changed(event, { name: 'Short', headliners: [{ headlinerId: null, name: 'Ọlá', role: 'Bass' }] });
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
    const { version } = (await see(event)).details;
    await changed(event, { street: 'Theirs', headliners: [{ headlinerId: null, name: 'Theirs', role: '' }] });
    const late = await change(event, { version, street: 'Mine' });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    assert.deepEqual(late.body.current, (await see(event)).details);
    assert.deepEqual([late.body.current.street, late.body.current.version], ['Theirs', version + 1]);
  });

  test('hostile texts are text: in the API, in the preview and in the checkout’s page', async () => {
    const event = await makeEvent(on, host, FREE);
    for (const text of HOSTILE_TEXTS) {
      const clean = text.replaceAll('\r\n', '\n').trim();
      const line = clean.replaceAll(/[\n\u2028\u2029]/g, ' ').trim();
      const { body } = await change(event, {
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
        assert.equal((await change(event, { [field]: text })).status, 400, `${field}: ${text}`);
      const answer = await until('the API to say it', async () => {
        const { headers, body: found } = await read(event.slug);
        return found.data.hostMessage === (clean || null) && { headers, ...found.data };
      });
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.directions, clean || null);
      const path = `${pathOf(event)}/preview`;
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
