import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { startReceiver, type Receiver } from '../../../../test/webhooks/receiver.ts';
import { verifyWebhook } from '../../../../packages/client/src/webhooks.ts';
import type { EventDeliveryView, EventIntegrationsView } from './data.ts';

type Event = { eventId: string; slug: string; skus: string[]; host: TestHost };

suite('the webhooks of an event', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let receiver: Receiver;
  /** The receiver's answer. */
  let status = 200;
  const cleanUp: (() => unknown)[] = [];
  before(async () => {
    receiver = await startReceiver({ after: (work: () => unknown) => void cleanUp.push(work) }, (response) =>
      response.writeHead(status).end('{"received":true}'),
    );
    on = await startTestApp({ environment: { WEBHOOK_ALLOW: receiver.address } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await on.close();
    for (const work of cleanUp) await work();
  });

  const event = async (its = host): Promise<Event> => ({
    ...(await makeEvent(on, its, { ticketTypes: [{ priceMinor: 0 }] })),
    host: its,
  });
  const at = ({ host: { hostId }, eventId }: Event): string =>
    `/hosts/${hostId}/events/${eventId}/integrations`;
  const post = (path: string, body?: object, as = owner): Promise<Answer> =>
    askDashboard(on, path, { as, method: 'POST', body });
  const add = (of: Event, url: string, as = owner): Promise<Answer> =>
    post(`${at(of)}/webhooks`, { url }, as);
  const urlOf = (path: string): string => new URL(path, receiver.url).href;
  const addOwn = async (of: Event, path: string): Promise<string> => {
    const { status: answered, body } = await add(of, urlOf(path));
    assert.equal(answered, 201, JSON.stringify(body));
    return body.subscriptionId;
  };
  const read = async (of: Event, query = ''): Promise<EventIntegrationsView> =>
    (await askDashboard(on, `${at(of)}${query}`, { as: owner })).body.data;
  const readDelivery = async (of: Event, deliveryId: string): Promise<EventDeliveryView['delivery']> =>
    (await askDashboard(on, `${at(of)}/deliveries/${deliveryId}`, { as: owner })).body.data.delivery;
  const ended = (of: Event, deliveryId: string): Promise<EventDeliveryView['delivery']> =>
    until('the delivery to end', async () => {
      const delivery = await readDelivery(of, deliveryId);
      return delivery.status !== 'pending' && delivery;
    });
  const sell = (of: Event) => buy(on, of.host, { slug: of.slug, items: [{ sku: of.skus[0], quantity: 1 }] });
  /** As if its five attempts were over. */
  const giveUp = (subscriptionId: string) =>
    on.app.database.query(
      `UPDATE webhook_deliveries SET status = 'failed', ended_at = now(), failure = 'Given up.', leased_by = NULL, leased_until = NULL
        WHERE subscription_id = $1 AND status = 'pending'`,
      [subscriptionId],
    );
  const auditOf = async (subjectId: string): Promise<string[]> =>
    (
      await on.app.database.query<{ action: string }>(
        'SELECT action FROM audit_log WHERE subject_id = $1 AND person_id IS NOT NULL ORDER BY id',
        [subjectId],
      )
    ).rows.map(({ action }) => action);

  test('each refusal is at the field, in words, with what to do', async () => {
    const of = await event();
    const refusals: [url: string, message: RegExp][] = [
      ['http://93.184.216.34/hook', /^This address must use HTTPS.*begin it with https:/],
      ['https://10.0.0.1/hook', /^This address must point to a public address.*use a tunnel/],
      ['https://127.0.0.1/', /^This address must point to a public address/],
      ['https://[fe80::1]/', /^This address must point to a public address/],
      ['https://ada:secret@93.184.216.34/', /^This address must not name a user/],
      ['ftp://93.184.216.34/', /^Enter an address that begins with https/],
    ];
    for (const [url, message] of refusals) {
      const { status: answered, body } = await add(of, url);
      assert.deepEqual([answered, body.error_code, body.field], [400, 'validation_failed', 'url'], url);
      assert.match(body.message, message);
    }
    const other = await event(await makeHost(on));
    await addOwn(of, '/taken');
    const again = await add(of, urlOf('/taken'));
    assert.deepEqual(
      [again.body.field, again.body.message],
      ['url', 'This address is already registered for this event.'],
    );
    const theirs = await add(other, urlOf('/taken'), await signInAs(on, other.host));
    assert.equal(theirs.body.field, 'url');
    assert.match(
      theirs.body.message,
      new RegExp(`e\\.g\\. ${receiver.url.replace('hook', 'taken')}\\?event=${other.slug}$`),
    );
    assert.ok(!JSON.stringify(theirs.body).includes(of.slug), 'it does not say whose it is');
    assert.equal(
      (await add(other, urlOf(`/taken?event=${other.slug}`), await signInAs(on, other.host))).status,
      201,
    );
  });

  test('three are on at most, however many are switched on at once; off, on and removed are lines of the log', async () => {
    const of = await event();
    const ids: string[] = [];
    for (const path of ['/1', '/2', '/3']) ids.push(await addOwn(of, path));
    const fourth = await add(of, urlOf('/4'));
    assert.deepEqual([fourth.status, fourth.body.field], [400, 'url']);
    assert.match(fourth.body.message, /3 enabled webhooks.*disable one first/);
    await post(`${at(of)}/webhooks/${ids[0]}/disable`);
    await post(`${at(of)}/webhooks/${ids[0]}/disable`);
    ids.push(await addOwn(of, '/4'));
    await post(`${at(of)}/webhooks/${ids[1]}/disable`);
    const answers = await Promise.all(ids.map((id) => post(`${at(of)}/webhooks/${id}/enable`)));
    // Two of them were on: that is no change. Of the others one is let in.
    assert.deepEqual(answers.map((answer) => String(answer.status)).toSorted(), ['200', '200', '200', '400']);
    const { log } = await read(of);
    assert.equal(log.receivers.filter(({ isEnabled }) => isEnabled).length, 3);
    assert.deepEqual((await auditOf(ids[0] ?? '')).slice(0, 3), [
      'webhook.add',
      'webhook.disable',
      'webhook.disable',
    ]);

    const removal = { as: owner, method: 'DELETE' };
    assert.equal((await askDashboard(on, `${at(of)}/webhooks/${ids[2]}`, removal)).status, 200);
    assert.equal((await askDashboard(on, `${at(of)}/webhooks/${ids[2]}`, removal)).status, 404);
    assert.equal((await post(`${at(of)}/webhooks/${ids[2]}/enable`)).status, 404);
    assert.deepEqual(await auditOf(ids[2] ?? ''), ['webhook.add', 'webhook.enable', 'webhook.remove']);
    const { removedReceivers } = await read(of);
    assert.deepEqual(removedReceivers, [{ subscriptionId: ids[2], url: urlOf('/3') }]);
    await addOwn(of, '/3').catch(() => assert.fail('the address is free again'));
  });

  test('a test is sent at once and once, whatever comes of it, and its answer is shown', async () => {
    const of = await event();
    const id = await addOwn(of, '/test');
    for (const [answer, becomes] of [
      [204, 'delivered'],
      [500, 'failed'],
    ] as const) {
      status = answer;
      const { body } = await post(`${at(of)}/webhooks/${id}/test`);
      const delivery = await ended(of, body.deliveryId);
      const [attempt, ...more] = delivery.attempts;
      assert.deepEqual([delivery.status, attempt?.statusCode, more.length], [becomes, answer, 0]);
      assert.equal(attempt?.answer, answer === 204 ? '' : '{"received":true}');
      assert.equal(receiver.received.at(-1)?.raw.toString(), delivery.body);
    }
    status = 200;
    assert.equal(receiver.received.filter(({ path }) => path === '/test').length, 2);
    assert.deepEqual((await auditOf(id)).slice(1), ['webhook.test', 'webhook.test']);
    // In words, where nothing may be sent: the name has come to mean another address.
    const other = await add(of, 'https://93.184.216.34/moved');
    const { subscriptionId } = other.body;
    await on.app.database.query(`UPDATE webhook_subscriptions SET url = 'https://127.0.0.1/' WHERE id = $1`, [
      subscriptionId,
    ]);
    const { body } = await post(`${at(of)}/webhooks/${subscriptionId}/test`);
    const refused = await ended(of, body.deliveryId);
    assert.equal(refused.attempts[0]?.error, 'Not sent: The address is forbidden.');
  });

  test('a receiver is tested so often and no more', async () => {
    const its = await makeHost(on);
    const as = await signInAs(on, its);
    const of = await event(its);
    const { body } = await add(of, 'https://93.184.216.34/limited', as);
    await on.app.database.query('UPDATE webhook_subscriptions SET is_enabled = false WHERE id = $1', [
      body.subscriptionId,
    ]);
    await on.app.database.query(
      `INSERT INTO attempts (name, count, last_at, wait_until) VALUES ($1, 31, now(), now() + interval '1 hour')`,
      [`webhook tests of ${its.hostId}`],
    );
    const answer = await post(`${at(of)}/webhooks/${body.subscriptionId}/test`, undefined, as);
    assert.equal(answer.status, 429);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds > 3_000 && seconds <= 3_600, `${seconds}`);
  });

  test('a delivery is shown to the byte, found by its order, and sent again; a second press changes nothing', async () => {
    const of = await event();
    const id = await addOwn(of, '/again');
    status = 500;
    const { reference } = await sell(of);
    await until('an attempt', () => receiver.received.some(({ path }) => path === '/again'));
    await until('it to be written down', async () => {
      const [line] = (await read(of)).log.deliveries;
      return line?.statusCode === 500 && line.attempts > 0;
    });
    await giveUp(id);
    status = 200;
    const found = await read(
      of,
      `?search=${reference.toLowerCase().replaceAll('-', '')}&status=failed&type=TICKET_PURCHASED&receiver=${id}`,
    );
    const [line, ...others] = found.log.deliveries;
    assert.ok(line && others.length === 0);
    assert.deepEqual([line.reference, line.status, line.url], [reference, 'failed', urlOf('/again')]);
    for (const query of [
      '?status=delivered',
      '?type=WEBHOOK_TEST',
      '?search=TSR-0000-0000-0000-0000',
      '?search=nothing',
    ])
      assert.deepEqual((await read(of, query)).log.deliveries, [], query);
    assert.equal((await read(of, `?search=${line.deliveryId}`)).log.deliveries.length, 1);

    const delivery = await readDelivery(of, line.deliveryId);
    const got = receiver.received.find(({ path }) => path === '/again');
    assert.equal(delivery.body, got?.raw.toString());
    assert.equal(delivery.signature, got?.headers['x-service-signature']);
    assert.ok(await verifyWebhook(delivery.body ?? '', delivery.signature, host.privateKey));

    const [receiverBefore] = (await read(of)).log.receivers;
    assert.ok(receiverBefore?.failingSince);
    assert.equal(receiverBefore.givenUp, 1);
    const sendAgain = `${at(of)}/deliveries/${line.deliveryId}/send-again`;
    const presses = await Promise.all([post(sendAgain), post(sendAgain)]);
    const good = presses.find((answer) => answer.status === 201);
    assert.ok(good);
    const again = await ended(of, good.body.deliveryId);
    assert.deepEqual([again.status, again.body], ['delivered', delivery.body]);
    assert.equal(again.others[0]?.deliveryId, line.deliveryId);
    const [receiverAfter] = (await read(of)).log.receivers;
    assert.deepEqual([receiverAfter?.failingSince, receiverAfter?.givenUp], [null, 0]);
  });

  test('all that was given up is sent again with its number; where nothing was, nothing is written down', async () => {
    const of = await event();
    const id = await addOwn(of, '/failed');
    await post(`${at(of)}/webhooks/${id}/disable`);
    const lost = 3;
    await on.app.database.query(
      `INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, status, attempts, ended_at, failure, created_at)
       SELECT new_id(), $1, 'TICKET_PURCHASED', new_id(), 'TSR-' || n, 'failed', 5, now(), 'Given up.', now() - n * interval '20 hours'
         FROM generate_series(1, $2) AS n`,
      [id, lost],
    );
    await on.app.database.query(
      `INSERT INTO webhook_bodies (delivery_id, body) SELECT id, '{}' FROM webhook_deliveries WHERE subscription_id = $1`,
      [id],
    );
    const send = (hours: number) => post(`${at(of)}/send-failed-again`, { hours });
    const off = await send(720);
    assert.deepEqual([off.status, off.body.error_code], [400, 'validation_failed']);
    assert.match(off.body.message, /Nothing to resend/);
    await post(`${at(of)}/webhooks/${id}/enable`);
    assert.deepEqual((await send(24)).body, { count: 1, hasMore: false });
    await until('them to arrive', async () => (await read(of)).log.pending === 0);
    const [one, other] = await Promise.all([send(720), send(720)]);
    assert.equal((one.body.count ?? 0) + (other.body.count ?? 0), 2, 'each once');
    await until('them to arrive', async () => (await read(of)).log.pending === 0);
    assert.equal(receiver.received.filter(({ path }) => path === '/failed').length, lost);
    const { rows } = await on.app.database.query<{ after: { count: number } }>(
      `SELECT after FROM audit_log WHERE action = 'webhook.redeliver_failed' AND host_id = $1 ORDER BY id`,
      [host.hostId],
    );
    assert.deepEqual(
      rows.map((row) => row.after.count),
      [1, 2],
    );
  });

  test('another event’s or another host’s things are not there', async () => {
    const [mine, second] = [await event(), await event()];
    const theirs = await event(await makeHost(on));
    const subscriptionId = await addOwn(mine, '/mine');
    await sell(mine);
    const deliveryId = (await read(mine)).log.deliveries[0]?.deliveryId;
    assert.ok(deliveryId);
    const stranger = await signInAs(on, theirs.host);
    for (const [of, as] of [
      [second, owner],
      [theirs, stranger],
    ] as const) {
      for (const path of ['enable', 'disable', 'test'])
        assert.equal(
          (await post(`${at(of)}/webhooks/${subscriptionId}/${path}`, undefined, as)).status,
          404,
          path,
        );
      const removal = { as, method: 'DELETE' };
      assert.equal((await askDashboard(on, `${at(of)}/webhooks/${subscriptionId}`, removal)).status, 404);
      assert.equal((await askDashboard(on, `${at(of)}/deliveries/${deliveryId}`, { as })).status, 404);
      assert.equal((await post(`${at(of)}/deliveries/${deliveryId}/send-again`, undefined, as)).status, 404);
      const { body } = await askDashboard(on, `${at(of)}?receiver=${subscriptionId}&search=${deliveryId}`, {
        as,
      });
      assert.deepEqual(body.data.log.deliveries, []);
    }
    const chosen = await signInAs(on, host, { role: 'manager', eventIds: [mine.eventId] });
    assert.equal((await askDashboard(on, at(mine), { as: chosen })).status, 200);
    assert.equal((await askDashboard(on, at(second), { as: chosen })).status, 404);
    for (const role of ['finance', 'door'] as const)
      assert.equal(
        (await askDashboard(on, at(mine), { as: await signInAs(on, host, { role }) })).status,
        403,
      );
  });

  test('of twenty thousand deliveries the first page reads some dozens', async () => {
    const of = await event();
    const id = await addOwn(of, '/many');
    await post(`${at(of)}/webhooks/${id}/disable`);
    const second = await addOwn(of, '/few');
    // In parts, each within the time that a statement has on a busy machine.
    for (let part = 0; part < 8; part++)
      await on.app.database.query(
        `INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, status, attempts, ended_at)
         SELECT new_id(), CASE WHEN n % 250 = 0 THEN $2::uuid ELSE $1 END, 'TICKET_PURCHASED', new_id(), 'TSR-' || n, 'delivered', 1, now()
           FROM generate_series(1, 2500) AS n`,
        [id, second],
      );
    await on.app.database.query('ANALYZE webhook_deliveries');
    const rowsRead = async (): Promise<number> => {
      const { rows } = await on.app.database.query<{ read: string }>(
        `SELECT pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::text AS read
           FROM pg_stat_user_tables WHERE relname = 'webhook_deliveries'`,
      );
      return Number(rows[0]?.read);
    };
    /** Other connections tell what they read a moment later. */
    const settled = async (): Promise<number> => {
      let last = -1;
      return until('the counts to stand still', async () => {
        const now = await rowsRead();
        const isSame = now === last;
        last = now;
        return isSame && now;
      });
    };
    const start = await settled();
    const { log } = await read(of);
    assert.equal(log.deliveries.length, 25);
    assert.ok(log.nextCursor);
    const read1 = (await settled()) - start;
    assert.ok(read1 < 1_000, `${read1} rows were read`);
    const next = await read(of, `?cursor=${log.nextCursor}`);
    assert.ok((next.log.deliveries[0]?.deliveryId ?? '') < (log.deliveries.at(-1)?.deliveryId ?? ''));
    assert.equal((await askDashboard(on, `${at(of)}?cursor=nonsense`, { as: owner })).status, 400);
  });
});
