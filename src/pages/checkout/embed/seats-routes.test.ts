import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, ServerResponse, IncomingMessage } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { assertMatches } from '../../../../test/contract/document.ts';
import { SeatChangesSchema, type SeatChanges, type SeatMap } from '../../../inventory/seats/seat-map.ts';
import { lapse } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { openRaw } from '../../../../test/harness/raw-socket.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until, untilDone } from '../../../../test/harness/until.ts';
import { createSeats } from '../../../inventory/seats/create-seats.ts';
import { createLogger } from '../../../log/logger.ts';
import { askEmbed, held, makeHall, type Hall } from './embed.fixture.ts';
import { createSeatMaps } from '../../../inventory/seats/seat-maps.ts';
import { createSeatWatch, type SeatWatch } from '../../../inventory/seats/watch-seats.ts';

let on: TestApp;
let second: TestApp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  second = await startTestApp({ on, environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  // The sweeper is off: these promises hold without it.
  await on.app.database.query(
    `CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql AS 'BEGIN RETURN 0; END'`,
  );
  host = await makeHost(on);
});
after(async () => {
  await second.close();
  await on.close();
});

type Listener = {
  /** All that was heard, in turn. */
  heard: () => { event: string; data: SeatChanges }[];
  /** Indexes of the seats that are taken, as the page would show them. */
  taken: () => number[];
  text: () => string;
  closed: Promise<void>;
  leave: () => void;
};

/** Listens as a page does, on a connection of its own; `from` is what a proxy would say of whose it is. */
function listen({ publicUrl }: { publicUrl: string }, slug: string, from = '198.51.100.1'): Listener {
  const raw = openRaw(publicUrl);
  raw.socket.write(
    `GET /checkout/${slug}/seats/live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  const heard = () =>
    [...raw.received().matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event = '', text = '']) => {
      const data = JSON.parse(text) as SeatChanges;
      if (event === 'taken') assertMatches(SeatChangesSchema, data, 'the seats that are taken');
      return { event, data };
    });
  return {
    heard,
    taken() {
      const indexes = new Set<number>();
      for (const { event, data } of heard()) {
        if (event === 'map') indexes.clear();
        for (const index of data.taken ?? []) indexes.add(index);
        for (const index of data.free ?? []) indexes.delete(index);
      }
      return [...indexes].sort((a, b) => a - b);
    },
    text: raw.received,
    closed: raw.closed,
    leave: () => void raw.socket.destroy(),
  };
}

const untilTaken = (listener: Listener, indexes: number[]) =>
  until(
    `seats ${indexes.join(', ')} to be taken`,
    () => listener.heard().length > 0 && String(listener.taken()) === String(indexes),
  );

const placeOf = (hall: Hall, seatId: string | undefined) => hall.seatIds.indexOf(seatId ?? '');

test('the map names every seat, where it is drawn and what it is sold as', async () => {
  const hall = await makeHall(on, host, { seatsPerType: 2 });
  const { status, headers, body } = await askEmbed(on, `/${hall.slug}/seats`, {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  assert.equal(status, 200);
  assert.deepEqual(body.data satisfies SeatMap, {
    sections: ['Stalls'],
    ticketTypeIds: hall.skus,
    seats: [
      { id: hall.seatIds[0], s: 0, t: 0, r: 'A', n: '1', x: 0, y: 0, a: 1 },
      { id: hall.seatIds[1], s: 0, t: 0, r: 'A', n: '2', x: 1, y: 0, v: 1 },
    ],
  });
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.equal(headers.get('content-encoding'), 'br');
  assert.equal(headers.get('vary'), 'Accept-Encoding');
  const etag = headers.get('etag') ?? '';
  const again = await askEmbed(on, `/${hall.slug}/seats`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('etag'), etag);
  assert.equal(again.headers.get('content-encoding'), null);
});

test('holds leave the map as it is; a seat that is added makes it another', async () => {
  const hall = await makeHall(on, host);
  const etagOf = async () => (await askEmbed(on, `/${hall.slug}/seats`)).headers.get('etag');
  const etag = await etagOf();
  await held(on, hall.slug, { seatIds: hall.seatIds.slice(0, 1) });
  assert.equal(await etagOf(), etag);
  await addSeat(hall);
  await until('another map', async () => (await etagOf()) !== etag);
});

const addSeat = (hall: Hall) =>
  on.app.database.transaction((tx) =>
    createSeats(tx, hall.eventId, [
      {
        ticketTypeId: hall.skus[0] ?? '',
        section: 'Balcony',
        rowLabel: 'Z',
        seatLabel: '1',
        x: 0,
        y: 9,
        isAccessible: false,
        isRestrictedView: false,
      },
    ]),
  );

test('a general event has no seats; an unlisted one shows its own to whoever has the link', async () => {
  const { slug } = await makeEvent(on, host);
  const unlisted = await makeHall(on, host);
  await on.app.database.query('UPDATE events SET is_unlisted = true WHERE id = $1', [unlisted.eventId]);
  for (const path of [`/${slug}/seats`, `/${slug}/seats/live`, '/nothing/seats/live']) {
    const { status, body } = await askEmbed(on, path);
    assert.deepEqual([status, body.error_code], [404, 'not_found'], path);
  }
  assert.equal((await askEmbed(on, `/${unlisted.slug}/seats`)).status, 200);
});

test('two pages that look at the same hall hear of every seat that is taken or freed, whoever does it', async () => {
  const hall = await makeHall(on, host);
  const [a = '', b = '', c = ''] = hall.seatIds;
  const early = randomUUID();
  await held(on, hall.slug, { seatIds: [c] }, early);
  const pages = [listen(on, hall.slug), listen(second, hall.slug)];
  for (const page of pages) await untilTaken(page, [placeOf(hall, c)]);
  assert.deepEqual(pages[0]?.heard()[0], { event: 'taken', data: { taken: [2], free: [] } });
  assert.match(
    pages[0]?.text() ?? '',
    /^HTTP\/1\.1 200 OK\r\n[^]*content-type: text\/event-stream; charset=utf-8\r\n/i,
  );
  assert.match(pages[0]?.text() ?? '', /cache-control: no-store\r\n/i);

  const token = randomUUID();
  await held(on, hall.slug, { seatIds: [a, b] }, token);
  for (const page of pages) await untilTaken(page, [0, 1, 2]);
  await held(on, hall.slug, { seatIds: [b] }, token);
  for (const page of pages) await untilTaken(page, [1, 2]);
  await askEmbed(on, `/${hall.slug}/reservations`, { method: 'DELETE', headers: { 'x-device-id': token } });
  for (const page of pages) await untilTaken(page, [2]);
  for (const page of pages) page.leave();
});

test('a hold that has lapsed frees its seats before anybody gives them back', async () => {
  const hall = await makeHall(on, host);
  const token = randomUUID();
  await held(on, hall.slug, { seatIds: hall.seatIds.slice(0, 2) }, token);
  const page = listen(on, hall.slug);
  await untilTaken(page, [0, 1]);
  await lapse(on, token);
  await untilTaken(page, []);
  page.leave();
  const late = listen(on, hall.slug);
  await untilTaken(late, []);
  late.leave();
});

test('a seat that is sold stays taken', async () => {
  const hall = await makeHall(on, host, {
    event: { ticketTypes: [{ kind: 'SEATED', priceMinor: 0, capacity: 4 }] },
  });
  const page = listen(on, hall.slug);
  await untilTaken(page, []);
  const token = randomUUID();
  const { quoteReference } = await held(on, hall.slug, { seatIds: hall.seatIds.slice(3) }, token);
  const order = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', query: '', quoteReference };
  const { status } = await askEmbed(on, `/${hall.slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token },
    body: order,
  });
  assert.equal(status, 201);
  await untilTaken(page, [3]);
  page.leave();
  const late = listen(second, hall.slug);
  await untilTaken(late, [3]);
  late.leave();
});

test('pages are told that the seats themselves were changed, then of all that are taken', async () => {
  const hall = await makeHall(on, host);
  await held(on, hall.slug, { seatIds: hall.seatIds.slice(0, 1) });
  const page = listen(on, hall.slug);
  await untilTaken(page, [0]);
  await addSeat(hall);
  // The balcony comes before the stalls.
  await untilTaken(page, [1]);
  assert.deepEqual(
    page.heard().map(({ event }) => event),
    ['taken', 'map', 'taken'],
  );
  page.leave();
});

/** A watch apart from the product's own, with other limits. */
function watchApart(
  t: TestContext,
  limits: { maxListeners?: number; maxListenersPerEvent?: number; heartbeatMs?: number },
): SeatWatch {
  const changes = {
    listen: () => {},
    downForMs: () => 0,
    databaseNowMs: Date.now,
    start: async () => {},
    close: async () => {},
  };
  const { database } = on.app;
  const maps = createSeatMaps({ database, changes });
  const watch = createSeatWatch({ database, maps, logger: createLogger('silent'), ...limits });
  t.after(() => watch.close());
  return watch;
}

test('beyond the most listeners one is asked to come back, and whoever goes makes room', async (t) => {
  const hall = await makeHall(on, host);
  const watch = watchApart(t, { maxListeners: 2 });
  const streams: ServerResponse[] = [];
  const join = () =>
    watch.join(hall.eventId, '127.0.0.1', () => {
      const stream = new ServerResponse(new IncomingMessage(new Socket()));
      streams.push(stream);
      return stream;
    });
  await Promise.all([join(), join()]);
  await assert.rejects(join(), { code: 'unavailable', retryAfterSeconds: 10 });
  assert.equal(watch.listenerCount(), 2);
  streams[0]?.emit('close');
  assert.equal(watch.listenerCount(), 1);
  await join();
  for (const stream of streams.slice(1)) stream.emit('close');
  assert.equal(watch.listenerCount(), 0);
});

test('beyond an event’s own crowd a page is told of all seats once and to ask again; other events have their room', async (t) => {
  const [crowded, other] = [await makeHall(on, host), await makeHall(on, host)];
  const watch = watchApart(t, { maxListenersPerEvent: 2 });
  const server = createServer((request, response) => {
    const hall = [crowded, other].find(({ slug }) => request.url === `/checkout/${slug}/seats/live`);
    assert(hall, `nobody asked for ${request.url}`);
    void watch.join(hall.eventId, '127.0.0.1', () => response.writeHead(200, { connection: 'close' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const small = { publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const crowd = [listen(small, crowded.slug), listen(small, crowded.slug)];
  for (const page of crowd) await untilTaken(page, []);
  const { seatIds } = crowded;
  await held(on, crowded.slug, { seatIds: seatIds.slice(1, 2) });
  for (const page of crowd) await untilTaken(page, [1]);

  const late = listen(small, crowded.slug);
  await late.closed;
  assert.deepEqual(
    late.heard().map(({ event }) => event),
    ['taken', 'later'],
  );
  assert.deepEqual(late.taken(), [1]);
  assert.match(late.text(), /^retry: 1[0-5]\d{3}$/m);
  assert.equal(watch.listenerCount(), 2, 'it takes no room');
  const elsewhere = listen(small, other.slug);
  await untilTaken(elsewhere, []);

  crowd[0]?.leave();
  await until('room', () => watch.listenerCount() === 2);
  const next = listen(small, crowded.slug);
  await untilTaken(next, [1]);
  assert.doesNotMatch(next.text(), /event: later/);
  for (const page of [...crowd, elsewhere, next]) page.leave();
});

test('two hundred pages of one address are enough; the others’ are let in, and whoever goes makes room', async (t) => {
  const behindProxy = await startTestApp({
    on,
    environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_PER_ADDRESS: '1000000' },
  });
  t.after(() => behindProxy.close());
  const hall = await makeHall(on, host);
  const crowd = '203.0.113.7';
  const pages = Array.from({ length: 200 }, () => listen(behindProxy, hall.slug, crowd));
  for (const page of pages) await untilTaken(page, []);

  const oneMore = listen(behindProxy, hall.slug, crowd);
  await until('an answer', () => oneMore.text().includes('"error_code":"unavailable"'));
  assert.match(oneMore.text(), /^HTTP\/1\.1 503 /);
  assert.match(oneMore.text(), /\r\nretry-after: 10\r\n/i);
  const neighbour = listen(behindProxy, hall.slug, '203.0.113.8');
  await untilTaken(neighbour, []);

  pages[0]?.leave();
  // The server learns of it a moment later.
  const late = await until('room for one', async () => {
    const page = listen(behindProxy, hall.slug, crowd);
    await until('an answer', () => page.heard().length > 0 || page.text().includes('"unavailable"'));
    return page.heard().length > 0 && page;
  });
  for (const page of [...pages, oneMore, neighbour, late]) page.leave();
});

test('pages that nothing happens on hear a heartbeat, again and again, and it is no news', async (t) => {
  const watch = watchApart(t, { heartbeatMs: 10 });
  const halls = [await makeHall(on, host), await makeHall(on, host)];
  const server = createServer((request, response) => {
    const hall = halls.find(({ slug }) => request.url === `/checkout/${slug}/seats/live`);
    assert(hall, `nobody asked for ${request.url}`);
    void watch.join(hall.eventId, '127.0.0.1', () => response.writeHead(200));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = halls.map(({ slug }) => listen({ publicUrl }, slug));
  for (const page of pages) {
    await until('three heartbeats', () => (page.text().match(/^:\n\n/gm)?.length ?? 0) >= 3);
    assert.deepEqual(page.heard(), [{ event: 'taken', data: { taken: [], free: [] } }]);
    page.leave();
  }
});

test('closing the app ends every stream and waits for none', async (t) => {
  const third = await startTestApp({ on });
  let closing: Promise<void> | null = null;
  t.after(() => closing ?? third.close());
  const hall = await makeHall(on, host);
  const pages = [listen(third, hall.slug), listen(third, hall.slug)];
  for (const page of pages) await untilTaken(page, []);
  closing = third.close();
  await Promise.all(pages.map((page) => page.closed));
  // Sooner than the 72 seconds for which a connection is kept alive.
  await untilDone('the app to be closed', closing);
});
