/** The attempts under way, in all or at one receiver; `troubled` counts subscriptions, the others attempts. */
export type Load = { fresh: number; freshOfTroubled: number; slow: number; troubled: number };

const NOTHING: Readonly<Load> = { fresh: 0, freshOfTroubled: 0, slow: 0, troubled: 0 };

/** Counts what is under way, in all and at each receiver. */
export function createLoads() {
  const inAll: Load = { ...NOTHING };
  const receivers = new Map<string, Load>();

  /** Counts in all and at the receiver, which is forgotten when nothing is left to count. */
  function count(receiver: string, apply: (load: Load) => void): void {
    const there = receivers.get(receiver) ?? { ...NOTHING };
    apply(inAll);
    apply(there);
    if (there.fresh + there.slow + there.troubled > 0) receivers.set(receiver, there);
    else receivers.delete(receiver);
  }

  return {
    inAll: inAll as Readonly<Load>,
    at: (receiver: string): Readonly<Load> => receivers.get(receiver) ?? NOTHING,
    count,
    countFresh({ receiver, isOfTroubled }: { receiver: string; isOfTroubled: boolean }, by: 1 | -1): void {
      count(receiver, (load) => {
        load.fresh += by;
        if (isOfTroubled) load.freshOfTroubled += by;
      });
    },
  };
}

export type Loads = ReturnType<typeof createLoads>;
