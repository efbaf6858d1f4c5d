import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { networksOf } from '../../../../http/client-address.ts';
import { Refusal } from '../../../../refusal.ts';
import type { Draw } from '../../../../waiting-room/read-draw.ts';

// A list of a million is 37 MB. Each asks the database for one page after the other: these leave the pool to the sale.
const MAX_AT_ONCE = 6;
// An address has one of them, and a whole /48 four: nobody takes all.
const MAX_AT_ONCE_PER_ADDRESS = 1;
const RETRY_AFTER_SECONDS = 30;
// A reader that takes nothing for so long is gone, or keeps others from the list.
const MAX_PAUSE_MS = 60_000;
// Time enough for the longest list at half a megabit a second.
const MAX_SENDING_MS = 10 * 60_000;

/** A draw by its id: that of an event's waiting room, or of a ticket type's waiting list. */
type DrawSource = {
  readDraw: (drawnId: string) => Promise<Draw | null>;
  readEntries: (drawnId: string) => AsyncGenerator<string[]>;
};

/** The drawn list as text, for whoever wants to draw again: seed, hash, count, and one entry a line in the order of their ranks. */
export function createDrawSender({ readDraw, readEntries }: DrawSource) {
  let underWay = 0;
  const byNetwork = new Map<string, number>();

  /** Counts it; answers how it is no longer counted. */
  function takePlace(address: string): () => void {
    const networks = networksOf(address);
    const taken = (network: string): number => byNetwork.get(network) ?? 0;
    const isFull = networks.some(({ network, factor }) => taken(network) >= MAX_AT_ONCE_PER_ADDRESS * factor);
    if (isFull || underWay >= MAX_AT_ONCE) throw tryLater(isFull);
    underWay += 1;
    for (const { network } of networks) byNetwork.set(network, taken(network) + 1);
    return () => {
      underWay -= 1;
      for (const { network } of networks)
        if (taken(network) > 1) byNetwork.set(network, taken(network) - 1);
        else byNetwork.delete(network);
    };
  }

  async function* pieces(drawnId: string, { seed, seedHash, count }: Draw, giveUp: () => void) {
    const sending = setTimeout(giveUp, MAX_SENDING_MS);
    let waiting: ReturnType<typeof setTimeout> | undefined;
    try {
      yield `seed ${seed}\nhash ${seedHash}\ncount ${count}\n`;
      for await (const entries of readEntries(drawnId)) {
        waiting = setTimeout(giveUp, MAX_PAUSE_MS);
        yield entries.map((entry) => `${entry}\n`).join('');
        clearTimeout(waiting);
      }
    } finally {
      clearTimeout(waiting);
      clearTimeout(sending);
    }
  }

  return async (drawnId: string, address: string, reply: FastifyReply): Promise<FastifyReply> => {
    const draw = await readDraw(drawnId);
    if (!draw) throw new Refusal('wrong_state', 'The draw has not been made yet.');
    const givePlaceBack = takePlace(address);
    const list = Readable.from(
      pieces(drawnId, draw, () => reply.raw.destroy()),
      { objectMode: false },
    );
    // Also of a reader who has gone before the first line.
    list.once('close', givePlaceBack);
    reply.raw.once('close', () => list.destroy());
    if (reply.raw.destroyed) list.destroy();
    return (
      reply
        .header('content-type', 'text/plain; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        // It never changes.
        .header('cache-control', 'public, max-age=60')
        .send(list)
    );
  };
}

const tryLater = (isYours: boolean): Refusal =>
  new Refusal(
    'rate_limited',
    isYours
      ? 'The list is being sent to your address already: try again when it has come.'
      : 'The list is being sent to others: try again in half a minute.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
