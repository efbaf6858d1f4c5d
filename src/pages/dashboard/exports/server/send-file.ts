import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

// A reader who takes nothing for so long is gone, or blocks others.
export const MAX_PAUSE_MS = 60_000;

/**
 * Sends a file while it is made. It makes the next piece once the one before is on its way, so that a slow reader costs no memory. If the
 * reader stops for `maxPauseMs`, or leaves, the making ends.
 */
export function sendFile(
  reply: FastifyReply,
  {
    name,
    text,
    signal,
    maxPauseMs,
    onSent,
  }: {
    name: string;
    text: AsyncGenerator<string>;
    signal: AbortSignal;
    maxPauseMs: number;
    onSent: (bytes: number) => void;
  },
): FastifyReply {
  const pieces = Readable.from(sendPieces(text, { maxPauseMs, onSent, end: () => reply.raw.destroy() }), {
    objectMode: false,
    signal,
  });
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w-]/g, '')}.csv"`)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(pieces);
}

async function* sendPieces(
  text: AsyncGenerator<string>,
  { maxPauseMs, onSent, end }: { maxPauseMs: number; onSent: (bytes: number) => void; end: () => void },
): AsyncGenerator<string> {
  for await (const piece of text) {
    const waiting = setTimeout(end, maxPauseMs);
    try {
      yield piece;
      onSent(Buffer.byteLength(piece));
    } finally {
      clearTimeout(waiting);
    }
  }
}
