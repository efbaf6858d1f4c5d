import assert from 'node:assert/strict';
import { isDatabaseUnavailable, type Database } from '../../../src/db/database.ts';
import { PROMISE_COUNT } from '../../../src/invariants/check-invariants.ts';
import { until } from '../../harness/until.ts';
import { chooser, type Chooser } from '../../history/chooser.ts';
import { playCountedSale, type Send } from '../../history/counted-sale.ts';
import type { History } from '../../history/porcupine.ts';
import { giveAway, joinList, returnTickets, takeOffer } from './afterwards.ts';
import { BrokenOff, openAsking } from './asking.ts';
import { countDoubledMails, judge } from './judge.ts';
import { openLedger } from './ledger.ts';
import { exchange, give, passOn, refund, scan, sellAtCounter } from './members.ts';
import { openSale } from './sale.ts';
import { openShop, type Shop } from './shop.ts';
import { buy, type Piece } from './stories.ts';
import { buyByChoice } from './ways.ts';

export type Result = {
  seed: number;
  operations: number;
  seconds: { opening: number; selling: number; judging: number };
  crashes: Record<string, number>;
  /** By kind and answer. */
  counts: Record<string, number>;
  promises: number;
  mails: number;
  doubledMails: number;
  deliveries: number;
  /** Of ticket types whose sale was written down from end to end, for a judge that is not ours. */
  histories: History[];
  wrong: string[];
  /** Found to be wrong after it was tampered with. */
  missed: string[];
};

const TELLERS = 16;
// A crash after so many operations: often enough to meet everything in its midst, and selling goes on most of the time.
const CRASH_EVERY = 1_500;
const CRASHES = ['killSeller', 'killDatabase', 'cutConnections', 'killSeller', 'stopSeller'] as const;

type Story = (piece: Piece, choose: Chooser) => Promise<void>;

function chooseStory(choose: Chooser): Story {
  if (choose.chance(0.5)) return buy;
  if (choose.chance(0.2)) return buyByChoice;
  if (choose.chance(0.4))
    return choose.oneOf([returnTickets, giveAway, joinList, joinList, takeOffer, takeOffer]);
  return choose.oneOf([scan, scan, scan, refund, refund, refund, exchange, sellAtCounter, give, passOn]);
}

/** Plays a sale of so many operations through crashes, and judges how it ended. A seed decides what is done, not at which instant. */
export async function playPiece({
  seed,
  operations,
  forMs = Infinity,
  crashEvery = CRASH_EVERY,
  leastCrashes = 0,
  tamper,
}: {
  seed: number;
  /** At most so many, for at most so long. */
  operations: number;
  forMs?: number;
  crashEvery?: number;
  /** It goes on until there were so many: a crash can take longer than all the rest. */
  leastCrashes?: number;
  /** Takes something away after the end, to see that it is missed. */
  tamper?: (database: Database) => Promise<void>;
}): Promise<Result> {
  const openedMs = performance.now();
  const shop = await openShop();
  const asking = openAsking(shop);
  try {
    const piece = { shop, asking, sale: await openSale(shop), ledger: openLedger() };
    const beganMs = performance.now();
    const over = new AbortController();
    const crashes: Record<string, number> = {};
    const hadCrashes = (): boolean =>
      Object.values(crashes).reduce((sum, count) => sum + count, 0) >= leastCrashes;
    const isOver = (): boolean =>
      over.signal.aborted ||
      shop.deaths.length > 0 ||
      (asking.operations() >= operations && hadCrashes()) ||
      performance.now() - beganMs > forMs;
    const tellers = Array.from({ length: TELLERS }, async (_, nr) => {
      const choose = chooser(seed + nr);
      while (!isOver()) await tell(piece, choose, chooseStory(choose));
    });
    const histories: History[] = [];
    const counting = (async () => {
      for (let sale = 0; !isOver(); sale++)
        histories.push(...(await playCounted(piece, (nr) => chooser(seed + 1_000 * (sale + 1) + nr))));
    })();
    const crashing = crashAgainAndAgain(shop, chooser(seed - 1), {
      counts: crashes,
      every: crashEvery,
      operations: asking.operations,
      isOver,
    });
    try {
      await Promise.all([...tellers, counting, crashing]);
    } finally {
      over.abort();
      await Promise.allSettled([...tellers, counting]);
    }
    const endedMs = performance.now();
    // With a program less the rest would be waited for in vain, or be about that.
    const wrong = shop.deaths.length > 0 ? shop.deaths : await judge(piece);
    await tamper?.(shop.database);
    const secondsOf = (fromMs: number, toMs: number): number => Math.round((toMs - fromMs) / 1_000);
    return {
      seed,
      wrong,
      missed: tamper ? await judge(piece) : [],
      operations: asking.operations(),
      seconds: {
        opening: secondsOf(openedMs, beganMs),
        selling: secondsOf(beganMs, endedMs),
        judging: secondsOf(endedMs, performance.now()),
      },
      crashes,
      counts: Object.fromEntries([...asking.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      promises: PROMISE_COUNT,
      mails: shop.smtp.received.length,
      doubledMails: countDoubledMails(shop),
      deliveries: shop.receiver.received.length,
      histories,
    };
  } finally {
    await asking.close();
    await shop.close();
  }
}

/** A small sale beside the large one, every request of which is written down. */
async function playCounted(
  { shop, sale, asking }: Piece,
  choosers: (nr: number) => Chooser,
): Promise<History[]> {
  const { on, database } = shop;
  const choose = choosers(-1);
  const send: Send = (kind, path, what) =>
    asking.ask(choose, kind, path, what).catch((error: unknown) => {
      if (error instanceof BrokenOff) return null;
      throw error;
    });
  const [owner] = sale.members;
  assert(owner);
  try {
    return await playCountedSale({ on, host: sale.host, owner, database, send }, choosers);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) asking.faults.push(`a counted sale: ${String(error)}`);
    return [];
  }
}

/** A story ends early where nobody knows what was done. */
async function tell(piece: Piece, choose: Chooser, story: Story): Promise<void> {
  try {
    await story(piece, choose);
  } catch (error) {
    // The piece's own connections are cut, too.
    if (error instanceof BrokenOff || isDatabaseUnavailable(error)) return;
    piece.asking.faults.push(`${story.name}: ${String(error)}`);
  }
}

async function crashAgainAndAgain(
  shop: Shop,
  choose: Chooser,
  played: {
    counts: Record<string, number>;
    every: number;
    operations: () => number;
    isOver: () => boolean;
  },
): Promise<void> {
  const { counts } = played;
  for (let turn = 0; ; turn++) {
    const next = played.operations() + played.every;
    await until('enough to have happened', () => played.operations() >= next || played.isOver(), Infinity);
    if (played.isOver()) return;
    const crash = CRASHES[turn % CRASHES.length] ?? 'killSeller';
    await shop[crash](choose).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
    counts[crash] = (counts[crash] ?? 0) + 1;
  }
}
