import type { PrintWork } from './printer-thread.ts';

export type Print = {
  id: number;
  work: PrintWork;
  /** Those who wait for it. */
  waiting: Set<PromiseWithResolvers<Buffer>>;
  hasBegun: boolean;
};

/** The prints that are not done, by turn, such as an order. Turns alternate; the prints of one come one after the other. */
export function createPrintTurns() {
  /** The one whose turn is next first. */
  const turns = new Map<string, Print[]>();
  let lastId = 0;

  const ofTurn = (turn: string): Print[] => turns.get(turn) ?? [];
  const all = (): Print[] => [...turns.values()].flat();

  function remove(print: Print): void {
    const { turn } = print.work;
    const others = ofTurn(turn).filter((other) => other !== print);
    if (others.length === 0) turns.delete(turn);
    else turns.set(turn, others);
  }

  return {
    all,
    ofTurn,
    next(): Print | undefined {
      const [first] = turns.values();
      return first?.[0];
    },
    add(work: PrintWork): Print {
      const print: Print = { id: ++lastId, work, waiting: new Set(), hasBegun: false };
      turns.set(work.turn, [...ofTurn(work.turn), print]);
      return print;
    },
    /** All others come first. */
    toTheEnd(turn: string): void {
      const prints = turns.get(turn);
      if (!prints) return;
      turns.delete(turn);
      turns.set(turn, prints);
    },
    remove,
    succeed(print: Print, bytes: Buffer): void {
      for (const { resolve } of print.waiting) resolve(bytes);
      remove(print);
    },
    fail(print: Print, error: Error): void {
      for (const { reject } of print.waiting) reject(error);
      remove(print);
    },
  };
}
