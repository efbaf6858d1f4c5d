import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { readDraw, readDrawnEntries, type Draw } from '../../waiting-room/read-draw.ts';

// A list of a million is 37 MB. Each asks the database for one page after the other: these leave the pool to the sale.
const MAX_AT_ONCE = 4;
const RETRY_AFTER_SECONDS = 30;
// Who takes nothing off the wire for so long is gone, or keeps others from the list.
const MAX_PAUSE_MS = 60_000;

/** The drawn list as text, for whoever wants to draw again: seed, hash, count, and one entry a line in the order of their ranks. */
export function createDrawSender(database: Database) {
  let underWay = 0;

  async function* pieces(eventId: string, { seed, seedHash, count }: Draw, giveUp: () => void) {
    underWay += 1;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    try {
      yield `seed ${seed}\nhash ${seedHash}\ncount ${count}\n`;
      for await (const entries of readDrawnEntries(database, eventId)) {
        waiting = setTimeout(giveUp, MAX_PAUSE_MS);
        yield entries.map((entry) => `${entry}\n`).join('');
        clearTimeout(waiting);
      }
    } finally {
      clearTimeout(waiting);
      underWay -= 1;
    }
  }

  return async (eventId: string, reply: FastifyReply): Promise<FastifyReply> => {
    const draw = await readDraw(database, eventId);
    if (!draw) throw new Refusal('wrong_state', 'The draw has not been made yet.');
    if (underWay >= MAX_AT_ONCE) {
      throw new Refusal('rate_limited', 'The list is being sent to others: try again in half a minute.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return (
      reply
        .header('content-type', 'text/plain; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        // It never changes.
        .header('cache-control', 'public, max-age=60')
        .send(
          Readable.from(
            pieces(eventId, draw, () => reply.raw.destroy()),
            { objectMode: false },
          ),
        )
    );
  };
}
