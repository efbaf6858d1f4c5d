import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { buy, hold } from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { untilWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { makeSlug } from '../../../events/make-slug.ts';
import { publishEvent } from '../../../events/publish-event.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';

const AHEAD = '2091-03-06T18:00';

suite('events from a name to the shop', () => {
  let on: TestApp;
  let second: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    second = await startTestApp({ on });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await second.close();
    assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
  });

  type Asked = { as?: SignedIn; method?: string; body?: object; through?: TestApp };
  const inHost = (path: string, { as = owner, through = on, ...asked }: Asked = {}): Promise<Answer> =>
    askDashboard(through, `/hosts/${host.hostId}${path}`, { as, ...asked });
  const create = (fields: object = {}, asked: Asked = {}): Promise<Answer> =>
    inHost('/new-event', {
      ...asked,
      method: 'POST',
      body: { eventId: randomUUIDv7(), name: 'A night', kind: 'general', categorySlug: 'music', ...fields },
    });
  const save = (draft: { eventId: string; version: number }, changes: object): Promise<Answer> =>
    inHost(`/events/${draft.eventId}/draft`, {
      method: 'PATCH',
      body: { version: draft.version, ...changes },
    });
  const publish = (eventId: string, asked: Asked & { choices?: object } = {}): Promise<Answer> =>
    inHost(`/events/${eventId}/publish`, {
      ...asked,
      method: 'POST',
      body: { isComingSoon: false, isUnlisted: false, ...asked.choices },
    });
  const unpublish = (eventId: string): Promise<Answer> =>
    inHost(`/events/${eventId}/unpublish`, { method: 'POST', body: {} });
  const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await on.app.database.query<Record<string, unknown>>(sql, values)).rows;
  const statusOf = async (eventId: string): Promise<unknown> =>
    (await rowsOf('SELECT status FROM events WHERE id = $1', eventId))[0]?.['status'];
  /** A draft that lacks nothing. */
  const makeReady = (more: Parameters<typeof makeEvent>[2] = {}) =>
    makeEvent(on, host, { status: 'DRAFT', ticketTypes: [{ priceMinor: 0 }], ...more });
  const actions = async (eventId: string): Promise<unknown[]> =>
    (await rowsOf('SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id', eventId)).map(
      ({ action }) => action,
    );

  test('a name is enough for a draft, which begins four weeks ahead at seven; the rest is saved to it', async () => {
    const { status, body } = await create({ name: '  Ọjà Ọlọ́run & Friends ' });
    assert.equal(status, 200, JSON.stringify(body));
    const { draft } = body;
    assert.equal(draft.name, 'Ọjà Ọlọ́run & Friends');
    assert.equal(draft.slug, 'oja-olorun-and-friends');
    assert.match(draft.startsAt, /T19:00$/);
    assert.match(draft.closesAt, /T23:00$/);
    assert.equal(draft.hasSuggestedDate, true);
    const drafts = await inHost('/events?shown=drafts');
    assert.equal(drafts.body.data.events.at(-1).place, '');

    const changes = {
      name: 'Ọjà Nights',
      categorySlug: 'arts',
      startsAt: AHEAD,
      closesAt: '2091-03-06T23:30',
      doorsMinutes: 45,
      state: ' Lagos ',
      lga: 'Eti-Osa',
      street: '',
    };
    assert.equal((await save(draft, changes)).body.field, 'street', 'an empty one is null');
    const saved = await save(draft, { ...changes, street: null });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    const { eventId: _, ...shown } = saved.body.draft;
    assert.deepEqual(shown, {
      version: 2,
      slug: 'oja-nights',
      kind: 'general',
      ...changes,
      state: 'Lagos',
      venue: null,
      street: null,
      isOnline: false,
      poster: null,
      hasSuggestedDate: false,
      ticketType: null,
      ticketTypeCount: 0,
    });
    assert.equal((await save(draft, { lga: 'Ikeja' })).body.error_code, 'changed_meanwhile');
    assert.equal((await save(saved.body.draft, { closesAt: AHEAD })).body.field, 'closesAt');
    assert.equal((await save(saved.body.draft, { categorySlug: 'no-such' })).body.field, 'categorySlug');
    assert.equal((await create({ categorySlug: 'no-such' })).body.field, 'categorySlug');
    assert.deepEqual(await actions(draft.eventId), ['event.create', 'event.change']);
    const found = await inHost(`/new-event?draft=${draft.eventId}`);
    assert.equal(found.body.data.draft.lga, 'Eti-Osa');
    assert.equal((await inHost(`/new-event?draft=${randomUUIDv7()}`)).status, 404);
  });

  test('a public event is online without a place, and only ticket holders learn how to join', async () => {
    const { body } = await create({ name: 'Webinar' });
    const { eventId, slug } = body.draft;
    const placed = await save(body.draft, {
      state: 'Lagos',
      lga: null,
      venue: ' Eko Hall ',
      street: '1 Marina',
    });
    assert.deepEqual([placed.body.draft.venue, placed.body.draft.lga], ['Eko Hall', null]);
    const online = await save(placed.body.draft, { isOnline: true, state: 'Lagos' });
    const { state, lga, venue, street, isOnline } = online.body.draft;
    assert.deepEqual([state, lga, venue, street, isOnline], ['', null, null, null, true]);
    assert.equal((await inHost(`/events/${eventId}`)).body.data.event.place, 'Online');
    const details = await inHost(`/events/${eventId}/details`, {
      method: 'PATCH',
      body: { version: online.body.draft.version, directions: 'https://meet.example/7', hideLocation: false },
    });
    assert.deepEqual([details.status, details.body.details?.hideLocation], [200, true]);
    await inHost(`/events/${eventId}/tickets`, {
      method: 'POST',
      body: {
        name: 'Seat at the screen',
        kind: 'GENERAL',
        priceMinor: 0,
        capacity: 5,
        description: '',
        maximumPerOrder: 5,
        saleStartsAt: null,
        saleEndsAt: null,
      },
    });
    assert.equal((await publish(eventId)).status, 200);
    const { data } = (await ask(on, `/events/${slug}`, { key: host.publicKey })).body;
    assert.deepEqual(
      [data.state, data.lga, data.street, data.directions, data.lat, data.hideLocation],
      ['', '', null, null, null, true],
    );
    for (const [language, place] of [
      ['en', 'Online'],
      ['fr', 'En ligne'],
    ]) {
      const page = await (await fetch(`${on.publicUrl}/events/${slug}?lang=${language}`)).text();
      assert.match(page, new RegExp(`<span class="line">${place}</span>`));
      assert.doesNotMatch(page, /meet\.example/);
    }
    // It can move to a place, and then needs a state.
    const move = (changes: object) =>
      inHost(`/events/${eventId}/details`, { method: 'PATCH', body: changes });
    const { version } = (await inHost(`/events/${eventId}/details`)).body.data.details;
    assert.equal((await move({ version, isOnline: false })).body.field, 'state');
    assert.equal((await move({ version, isOnline: false, state: 'Lagos' })).status, 200);
  });

  test('a first event is in the language of whoever makes it; the next in that of the last', async () => {
    const other = await makeHost(on);
    const as = await signInAs(on, other);
    const make = async (language: string): Promise<unknown> => {
      const eventId = randomUUIDv7();
      const { status } = await askDashboard(on, `/hosts/${other.hostId}/new-event`, {
        as,
        method: 'POST',
        headers: { 'accept-language': language },
        body: { eventId, name: 'Soirée', kind: 'general', categorySlug: 'music' },
      });
      assert.equal(status, 200);
      return (await rowsOf('SELECT language FROM events WHERE id = $1', eventId))[0]?.['language'];
    };
    assert.equal(await make('fr-FR,fr'), 'fr');
    assert.equal(await make('es'), 'fr');
  });

  test('the name of the venue stands before the street on the wire, and finds the event', async () => {
    const { eventId, slug } = await makeReady({ street: '1 Marina', lga: '' });
    const { version } = (await inHost(`/events/${eventId}/details`)).body.data.details;
    const named = await inHost(`/events/${eventId}/details`, {
      method: 'PATCH',
      body: { version, venue: 'Zanzibar Hall' },
    });
    assert.equal(named.status, 200, JSON.stringify(named.body));
    assert.equal((await publish(eventId)).status, 200, 'no local government area is needed');
    const { data } = (await ask(on, `/events/${slug}`, { key: host.publicKey })).body;
    assert.deepEqual([data.street, data.lga], ['Zanzibar Hall, 1 Marina', '']);
    const found = await ask(on, '/events?q=zanzibar', { key: host.publicKey });
    assert.deepEqual(
      found.body.data.items.map((item: { slug: string }) => item.slug),
      [slug],
    );
  });

  test('a slug is as its name would be typed without marks', () => {
    const made = {
      'Détty December 2026!': 'detty-december-2026',
      'Ìyàwó & Ọkọ: “The Musical”': 'iyawo-and-oko-the-musical',
      'Ɗan Ƙauye — Kano’s Night': 'dan-kauye-kanos-night',
      'Straße Łódź Æther Øya': 'strasse-lodz-aether-oya',
      'Вечер в Лагосе': 'vecher-v-lagose',
      'Ωδή στη Χαρά': 'odi-sti-chara',
      'حفلة لاغوس': 'hfla-laghws',
      'Ｆｕｌｌ ＷＩＤＴＨ': 'full-width',
      '🎉🎉': 'event',
      东京: 'event',
    };
    assert.deepEqual(Object.fromEntries(Object.keys(made).map((name) => [name, makeSlug(name)])), made);
    assert.equal(makeSlug('x'.repeat(300)), 'x'.repeat(90));
    assert.equal(makeSlug('word '.repeat(40)).length <= 90, true);
  });

  test('many of one name at once, through two processes: each gets a slug of its own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create({ name: 'Same Name' }, { through: at % 2 ? on : second })),
    );
    assert.deepEqual(answers.map(({ body }) => String(body.draft?.slug)).toSorted(), [
      'same-name',
      ...[2, 3, 4, 5, 6, 7, 8].map((number) => `same-name-${number}`),
    ]);
    assert.equal((await create({ name: 'Pay' })).body.draft.slug, 'pay-2', 'a word that the service needs');
  });

  test('pressed twice it is one event, for whoever pressed; another host’s id makes none', async () => {
    const eventId = randomUUIDv7();
    const answers = await Promise.all(
      [on, second, on].map((through) => create({ eventId, name: 'Pressed Twice' }, { through })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(await rowsOf(`SELECT slug FROM events WHERE name = 'Pressed Twice'`), [
      { slug: 'pressed-twice' },
    ]);
    assert.deepEqual(await actions(eventId), ['event.create']);
    const other = await makeEvent(on, await makeHost(on));
    assert.equal((await create({ eventId: other.eventId })).body.field, 'eventId');
    assert.equal((await create({ eventId: crypto.randomUUID() })).body.field, 'eventId');
  });

  test('a draft is published when it lacks nothing, and is refused with what it lacks', async () => {
    const { body } = await create({ name: 'Not Ready', kind: 'seat_map' });
    const { eventId } = body.draft;
    const refused = await publish(eventId);
    assert.equal(refused.body.error_code, 'not_ready');
    const { checklist } = (await inHost(`/events/${eventId}`)).body.data.publishing;
    assert.deepEqual(refused.body.current.checklist, checklist);
    assert.deepEqual(
      checklist.map(({ step, isNeeded, isDone }: Record<string, unknown>) => [step, isNeeded, isDone]),
      [
        ['date', true, true],
        ['place', true, false],
        ['ticket_type', true, false],
        ['seats', true, false],
        ['host_confirmed', true, true],
        ['contact', false, false],
        ['description', false, false],
        ['poster', false, false],
      ],
    );
    const late = await makeReady();
    await rowsOf(`UPDATE events SET starts_at = now() - interval '1 hour' WHERE id = $1`, late.eventId);
    assert.equal((await publish(late.eventId)).body.error_code, 'not_ready', 'a past date');

    const sellsNothing = await makeReady({ ticketTypes: [{ priceMinor: 0, saleEndsAt: new Date(1e12) }] });
    assert.equal((await publish(sellsNothing.eventId)).body.error_code, 'not_ready', 'the sale is over');
  });

  test('an online event is advised to say how to join: buyers are promised an e-mail with it', async () => {
    const { eventId } = await makeReady();
    const joinOf = async () => {
      const items = (await inHost(`/events/${eventId}`)).body.data.publishing.checklist;
      return items.find(({ step }: { step: string }) => step === 'join');
    };
    assert.equal(await joinOf(), undefined, 'it has a place');
    await rowsOf(
      `UPDATE events SET is_online = true, state = '', lga = '', hide_location = true WHERE id = $1`,
      eventId,
    );
    assert.deepEqual(await joinOf(), { step: 'join', isNeeded: false, isDone: false });
    await rowsOf(`UPDATE events SET directions = 'Open the link.' WHERE id = $1`, eventId);
    assert.deepEqual(await joinOf(), { step: 'join', isNeeded: false, isDone: true });
  });

  test('a paid event needs a payment account where there is no sandbox, and a host that is not confirmed stays hidden', async () => {
    const paid = await makeReady({ ticketTypes: [{ priceMinor: 100 }] });
    const items = (await inHost(`/events/${paid.eventId}`)).body.data.publishing.checklist;
    assert.deepEqual(
      items.find(({ step }: { step: string }) => step === 'payment_account'),
      { step: 'payment_account', isNeeded: true, isDone: true, isSandbox: true },
      'the sandbox takes it, and that is said',
    );
    const parts = { secretKeys: on.secretKeys, hasSandbox: false };
    const which = { hostId: host.hostId, eventId: paid.eventId, actor: OPERATOR };
    const publishForMoney = (): Promise<unknown> =>
      on.app.database.transaction((tx) =>
        publishEvent(tx, parts, { ...which, isComingSoon: false, isUnlisted: false }),
      );
    await assert.rejects(publishForMoney(), { code: 'not_ready' }, 'nobody could pay');
    await rowsOf('UPDATE hosts SET confirmed_at = NULL WHERE id = $1', host.hostId);
    assert.equal((await publish(paid.eventId)).body.error_code, 'not_ready');
    await rowsOf('UPDATE hosts SET confirmed_at = now() WHERE id = $1', host.hostId);
    assert.equal((await publish(paid.eventId)).status, 200);
  });

  test('a price that the host’s gateway does not take is told before publishing', async () => {
    const other = await makeHost(on, { feeFlatMinor: 0 });
    const as = await signInAs(on, other);
    await on.app.database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys: on.secretKeys, refusesTestCredentials: false },
        {
          hostId: other.hostId,
          currency: 'NGN',
          gateway: 'paystack',
          credentials: { secretKey: 'sk_test_abc' },
        },
      ),
    );
    const { eventId } = await makeEvent(on, other, {
      status: 'DRAFT',
      ticketTypes: [{ priceMinor: 100 }, { priceMinor: 0 }],
    });
    const at = `/hosts/${other.hostId}/events/${eventId}`;
    const isTaken = async (): Promise<unknown> =>
      (await askDashboard(on, at, { as })).body.data.publishing.checklist.find(
        ({ step }: { step: string }) => step === 'prices',
      );
    const body = { isComingSoon: false, isUnlisted: false };
    const publishIt = (): Promise<Answer> => askDashboard(on, `${at}/publish`, { as, method: 'POST', body });
    assert.deepEqual(await isTaken(), { step: 'prices', isNeeded: true, isDone: false }, 'below 50 naira');
    assert.equal((await publishIt()).body.error_code, 'not_ready');
    await rowsOf(
      'UPDATE ticket_types SET price_minor = 5000 WHERE event_id = $1 AND price_minor > 0',
      eventId,
    );
    assert.deepEqual(await isTaken(), { step: 'prices', isNeeded: true, isDone: true });
    assert.equal((await publishIt()).status, 200);
    const untaken = async (): Promise<unknown[]> =>
      (await askDashboard(on, at, { as })).body.data.attention.filter(
        ({ kind }: { kind: string }) => kind === 'price_not_taken',
      );
    assert.deepEqual(await untaken(), []);
    await rowsOf(
      'UPDATE ticket_types SET price_minor = 100 WHERE event_id = $1 AND price_minor > 0',
      eventId,
    );
    const [told] = (await untaken()) as { href: string }[];
    assert.match(told?.href ?? '', /\/tickets$/, 'a price that is changed later');
  });

  test('a published event is in the API at once, through another process too, and can be bought', async () => {
    const { eventId, slug, skus } = await makeReady();
    assert.equal((await ask(second, `/events/${slug}`, { key: host })).status, 404);
    assert.equal((await publish(eventId)).status, 200);
    assert.equal((await ask(on, `/events/${slug}`, { key: host })).status, 200);
    await until(
      'the other process shows it',
      async () => (await ask(second, `/events/${slug}`, { key: host })).status === 200,
    );
    const { reference } = await buy(second, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    assert.ok(reference);
    assert.deepEqual(await actions(eventId), ['event.publish']);

    const quiet = await makeReady();
    await publish(quiet.eventId, { choices: { isComingSoon: true, isUnlisted: true } });
    const { data } = (await ask(on, `/events/${quiet.slug}`, { key: host })).body;
    assert.equal(data.isComingSoon, true);
    const change = (changes: object): Promise<Answer> =>
      inHost(`/events/${quiet.eventId}/visibility`, { method: 'PATCH', body: changes });
    assert.equal((await change({ isComingSoon: false, isUnlisted: false })).status, 200);
    await until('it is listed', async () =>
      (await ask(on, '/events', { key: host })).body.data.items.some(
        (one: { slug: string }) => one.slug === quiet.slug,
      ),
    );
    assert.equal((await change({})).status, 400);
  });

  test('two members publish at once, through two processes: it is published once', async () => {
    for (let round = 0; round < 6; round++) {
      const { eventId } = await makeReady();
      const answers = await Promise.all([publish(eventId), publish(eventId, { through: second })]);
      assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409']);
      assert.deepEqual(await actions(eventId), ['event.publish']);
    }
  });

  test('the last ticket type is taken away while it is published: it stays a draft', async () => {
    const { eventId } = await makeReady();
    const [, refused] = await on.app.database.transaction(async (tx) => {
      await tx.query('DELETE FROM ticket_types WHERE event_id = $1', [eventId]);
      const asked = publish(eventId, { through: second });
      await untilWaiting(on.app.database);
      return [null, asked] as const;
    });
    assert.equal((await refused).body.error_code, 'not_ready');
    assert.equal(await statusOf(eventId), 'DRAFT');
  });

  test('it goes back to a draft while nobody has held a ticket; a cart that comes at the same moment counts', async () => {
    const untouched = await makeReady();
    await publish(untouched.eventId);
    assert.equal((await unpublish(untouched.eventId)).status, 200);
    assert.equal(await statusOf(untouched.eventId), 'DRAFT');
    assert.equal((await unpublish(untouched.eventId)).body.error_code, 'wrong_state');

    const held = await makeReady();
    await publish(held.eventId);
    await hold(on, host, { slug: held.slug, items: [{ sku: held.skus[0], quantity: 1 }] });
    const refused = await unpublish(held.eventId);
    assert.equal(refused.body.error_code, 'wrong_state');
    assert.match(refused.body.message, /ordered or put into a cart/);

    for (let round = 0; round < 6; round++) {
      const raced = await makeReady();
      await publish(raced.eventId);
      const cart = hold(on, host, { slug: raced.slug, items: [{ sku: raced.skus[0], quantity: 1 }] }).then(
        () => 'held',
        () => 'refused',
      );
      const answer = await unpublish(raced.eventId);
      const stands = [
        await cart,
        answer.status === 200 ? 'DRAFT' : 'LIVE',
        await statusOf(raced.eventId),
      ].join(' ');
      assert.ok(['held LIVE LIVE', 'refused DRAFT DRAFT'].includes(stands), stands);
    }
  });

  test('an event that is over or cancelled is neither published nor changed: it is duplicated', async () => {
    const { eventId } = await makeReady({ status: 'CANCELLED' });
    assert.equal((await publish(eventId)).body.error_code, 'wrong_state');
    assert.equal((await unpublish(eventId)).body.error_code, 'wrong_state');
    const ended = await makeReady({ status: 'LIVE' });
    await rowsOf(
      `UPDATE events SET starts_at = now() - interval '2 hours', closes_at = now() - interval '1 hour' WHERE id = $1`,
      ended.eventId,
    );
    assert.equal((await unpublish(ended.eventId)).body.error_code, 'wrong_state');
  });

  test('a draft is deleted with all that it has, unless it was ever public', async () => {
    const { eventId, slug } = await makeReady();
    await rowsOf(
      `INSERT INTO promo_codes (id, event_id, code, amount_minor) VALUES (new_id(), $1, 'TEN', 10)`,
      eventId,
    );
    await rowsOf(
      `INSERT INTO pictures (id, host_id, event_id, file, thumbnail_file, files, width_px, height_px, bytes)
       SELECT new_id(), host_id, id, 'of ' || id, 'of ' || id, ARRAY['of ' || id], 4, 5, 0 FROM events WHERE id = $1`,
      eventId,
    );
    const gone = await inHost(`/events/${eventId}`, { method: 'DELETE' });
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    assert.equal((await inHost(`/events/${eventId}`)).status, 404);
    assert.equal((await inHost(`/events/${eventId}`, { method: 'DELETE' })).status, 404);
    assert.deepEqual(await actions(eventId), ['event.delete']);
    const pictures = await rowsOf(`SELECT event_id FROM pictures WHERE file = 'of ' || $1::text`, eventId);
    assert.deepEqual(pictures, [{ event_id: null }], 'its files go with their rows, a day later');
    assert.equal((await create({ name: slug })).body.draft.slug, slug, 'its slug is free again');

    const public_ = await makeReady();
    await publish(public_.eventId);
    await unpublish(public_.eventId);
    assert.equal(
      (await inHost(`/events/${public_.eventId}`, { method: 'DELETE' })).body.error_code,
      'wrong_state',
    );
  });

  test('a manager with chosen events changes and publishes them, and neither makes, copies nor deletes any', async () => {
    const { eventId } = await makeReady();
    const as = await signInAs(on, host, { role: 'manager', eventIds: [eventId] });
    assert.equal((await create({}, { as })).status, 403);
    assert.equal((await inHost('/new-event', { as })).status, 403);
    const copy = { copyId: randomUUIDv7(), name: 'A copy', startsAt: AHEAD };
    assert.equal(
      (await inHost(`/events/${eventId}/duplicate`, { as, method: 'POST', body: copy })).status,
      403,
    );
    assert.equal((await inHost(`/events/${eventId}`, { as, method: 'DELETE' })).status, 403);
    assert.equal((await publish(eventId, { as })).status, 200);
    const other = await makeReady();
    assert.equal((await publish(other.eventId, { as })).status, 404);
  });

  test('a host has two hundred drafts, made or copied, and room again when one is public', async () => {
    const other = await makeHost(on);
    const as = await signInAs(on, other);
    const original = await makeEvent(on, other, { status: 'DRAFT', ticketTypes: [{ priceMinor: 0 }] });
    await rowsOf(
      `INSERT INTO events SELECT copy.* FROM generate_series(1, 198) AS n, events AS old CROSS JOIN LATERAL
         jsonb_populate_record(old, jsonb_build_object('id', new_id(), 'slug', old.slug || '-copy-' || n)) AS copy
        WHERE old.id = $1`,
      original.eventId,
    );
    const send = (path: string, body: object): Promise<Answer> =>
      askDashboard(on, `/hosts/${other.hostId}${path}`, { as, method: 'POST', body });
    const make = (eventId = randomUUIDv7()): Promise<Answer> =>
      send('/new-event', { eventId, name: 'A night', kind: 'general', categorySlug: 'music' });
    const last = randomUUIDv7();
    assert.equal((await make(last)).status, 200);
    const refused = await make();
    assert.deepEqual([refused.status, refused.body.error_code], [400, 'validation_failed']);
    assert.match(refused.body.message, /at most 200 drafts/);
    assert.equal((await make(last)).status, 200, 'the one that is there already');
    const copied = await send(`/events/${original.eventId}/duplicate`, {
      copyId: randomUUIDv7(),
      name: 'Again',
      startsAt: AHEAD,
    });
    assert.match(copied.body.message, /at most 200 drafts/, JSON.stringify(copied.body));
    const published = await send(`/events/${original.eventId}/publish`, {
      isComingSoon: false,
      isUnlisted: false,
    });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    assert.equal((await make()).status, 200);
  });

  test('whether a public event may be a draft again is said before it is tried', async () => {
    const { eventId, slug, skus } = await makeReady();
    assert.equal((await publish(eventId)).status, 200);
    const wasHeld = async (): Promise<unknown> =>
      (await inHost(`/events/${eventId}`)).body.data.publishing.wasHeld;
    assert.equal(await wasHeld(), false);
    await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    assert.equal(await wasHeld(), true);
    assert.equal((await unpublish(eventId)).body.error_code, 'wrong_state');
  });
});
