import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { ExportedFile } from '../../../../exports/export-file.ts';

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
    file: { extension, contentType, pieces },
    signal,
    maxPauseMs,
    onSent,
  }: {
    name: string;
    file: ExportedFile;
    signal: AbortSignal;
    maxPauseMs: number;
    onSent: (bytes: number) => void;
  },
): FastifyReply {
  const sent = Readable.from(sendPieces(pieces, { maxPauseMs, onSent, end: () => reply.raw.destroy() }), {
    objectMode: false,
    signal,
  });
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w-]/g, '')}.${extension}"`)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(sent);
}

async function* sendPieces(
  pieces: ExportedFile['pieces'],
  { maxPauseMs, onSent, end }: { maxPauseMs: number; onSent: (bytes: number) => void; end: () => void },
): ExportedFile['pieces'] {
  for await (const piece of pieces) {
    const waiting = setTimeout(end, maxPauseMs);
    try {
      yield piece;
      onSent(Buffer.byteLength(piece));
    } finally {
      clearTimeout(waiting);
    }
  }
}
