import type { PrintWork } from './printer-thread.ts';

export type Print = {
  id: number;
  work: PrintWork;
  /** Those who wait for it. */
  waiting: Set<PromiseWithResolvers<Buffer>>;
  hasBegun: boolean;
};

/** The prints that are not done, by order. Orders take turns; the prints of one order come one after the other. */
export function createPrintTurns() {
  /** The one whose turn is next first. */
  const orders = new Map<string, Print[]>();
  let lastId = 0;

  const ofOrder = (orderId: string): Print[] => orders.get(orderId) ?? [];
  const all = (): Print[] => [...orders.values()].flat();

  function remove(print: Print): void {
    const { id } = print.work.orderTickets.order;
    const others = ofOrder(id).filter((other) => other !== print);
    if (others.length === 0) orders.delete(id);
    else orders.set(id, others);
  }

  return {
    all,
    ofOrder,
    next(): Print | undefined {
      const [first] = orders.values();
      return first?.[0];
    },
    add(work: PrintWork): Print {
      const { id } = work.orderTickets.order;
      const print: Print = { id: ++lastId, work, waiting: new Set(), hasBegun: false };
      orders.set(id, [...ofOrder(id), print]);
      return print;
    },
    /** All other orders come first. */
    toTheEnd(orderId: string): void {
      const prints = orders.get(orderId);
      if (!prints) return;
      orders.delete(orderId);
      orders.set(orderId, prints);
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
