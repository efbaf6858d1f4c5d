import assert from 'node:assert/strict';
import fastify from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../../../test/harness/until.ts';
import { sendFile } from './send-file.ts';

// More than the buffers of two sockets take.
const PIECE = `${'x'.repeat(1024 * 1024)}\r\n`;
const PIECES = 200;

test('a client that takes nothing off the wire is cut off, and no more is made; one that reads has all of it', async (t) => {
  let made = 0;
  let ended = 0;
  let counted = 0;
  async function* text(): AsyncGenerator<string> {
    try {
      for (let nr = 0; nr < PIECES; nr += 1) {
        made += 1;
        yield PIECE;
      }
    } finally {
      ended += 1;
    }
  }
  const server = fastify({ forceCloseConnections: true });
  t.after(() => server.close());
  server.get('/:pause', async (request, reply) =>
    sendFile(reply, {
      name: 'orders',
      file: { extension: 'csv', contentType: 'text/csv; charset=utf-8', pieces: text() },
      signal: new AbortController().signal,
      maxPauseMs: Number((request.params as { pause: string }).pause),
      onSent: (bytes) => void (counted += bytes),
    }),
  );
  const address = await server.listen();
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  // A reset while nothing is read is what is looked for.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET /300 HTTP/1.1\r\nHost: here\r\n\r\n`);
  await once(socket, 'readable');
  await until('the making to be ended', () => ended === 1);
  assert.ok(made < PIECES, `${made} pieces were made`);

  made = 0;
  counted = 0;
  const whole = await fetch(`${address}/600000`);
  assert.equal((await whole.text()).length, PIECES * PIECE.length);
  assert.deepEqual([made, ended, counted], [PIECES, 2, PIECES * PIECE.length]);
});
