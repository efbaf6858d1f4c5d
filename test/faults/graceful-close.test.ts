import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { openRaw, readAnswers } from '../harness/raw-socket.ts';
import { startTestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until, untilDone } from '../harness/until.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

expectNothingUnhandled();

test('closing answers what is under way, then waits for no connection that is merely kept alive, or has never said a word', async (t) => {
  const on = await startTestApp();
  let closing: Promise<void> | null = null;
  const outside = new pg.Client({ connectionString: on.testDatabase.url });
  outside.on('error', () => {});
  await outside.connect();
  t.after(async () => {
    await outside.end().catch(() => {});
    await (closing ?? on.close());
  });
  const host = await makeHost(on);
  const { slug } = await makeEvent(on, host);
  // One answer is kept, the other has to be made.
  assert.equal((await ask(on, '/events', { key: host })).status, 200);
  const key = `Authorization: Bearer ${host.publicKey}`;
  await outside.query('BEGIN');
  await outside.query('LOCK TABLE ticket_types IN ACCESS EXCLUSIVE MODE');

  let arrived = 0;
  on.app.http.server.on('request', () => (arrived += 1));
  const sockets: Socket[] = [];
  on.app.http.server.on('connection', (socket: Socket) => sockets.push(socket));
  const waiting = Array.from({ length: 10 }, () => ask(on, `/events/${slug}/tickets`, { key: host }));
  const halfSent = openRaw(on.publicUrl);
  const half = `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n${key}\r\n`;
  halfSent.socket.write(half);
  const silent = openRaw(on.publicUrl);
  await untilWaiting(outside);
  await until('all requests to arrive', () => arrived === waiting.length);
  await until('the half to arrive', () =>
    sockets.some(
      ({ remotePort, bytesRead }) =>
        remotePort === halfSent.socket.localPort && bytesRead === Buffer.byteLength(half),
    ),
  );

  closing = on.close();
  await until('the door to be shut', () => !on.app.http.server.listening);
  await assert.rejects(fetch(`${on.baseUrl}/health`), 'nobody new comes in');
  halfSent.socket.write('\r\n');
  await silent.closed;
  await outside.end();
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
  await halfSent.closed;
  assert.equal(readAnswers(halfSent.received())[0]?.status, 200);
  // Sooner than the 72 seconds for which a connection is kept alive.
  await untilDone('the app to be closed', closing);
});
