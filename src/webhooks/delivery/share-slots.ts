import assert from 'node:assert/strict';
import type { Load, Loads } from './loads.ts';
import type { Sender, SlotLimit, SlotLimits } from './slots.ts';

/** Fresh slots that are left to be shared, in all or at one receiver. */
type FreeSlots = { left: number; leftForTroubled: number; readonly equalShare: number };

/**
 * How many attempts each may begin now, in equal shares where there are not enough slots for all. `slots` is what each may have
 * at most, Infinity for one that is not in trouble; who gets none is left out.
 */
export function shareSlots<T extends Sender & { slots: number }>(
  willing: T[],
  { limits, loads }: { limits: SlotLimits; loads: Loads },
): T[] {
  const freeInAll = freeUnder(limits.inAll, loads.inAll, willing.length);
  const freeAtReceivers = new Map<string, FreeSlots>();
  for (const [receiver, { length }] of Map.groupBy(willing, (sender) => sender.receiver))
    freeAtReceivers.set(receiver, freeUnder(limits.perReceiver, loads.at(receiver), length));
  return willing.flatMap((sender) => {
    const freeThere = freeAtReceivers.get(sender.receiver);
    assert(freeThere, 'each receiver has been looked at');
    const isTroubled = sender.slots < Infinity;
    const slots = Math.min(sender.slots, shareOf(freeInAll, isTroubled), shareOf(freeThere, isTroubled));
    if (slots <= 0) return [];
    for (const free of [freeInAll, freeThere]) {
      free.left -= slots;
      if (isTroubled) free.leftForTroubled -= slots;
    }
    return { ...sender, slots };
  });
}

function freeUnder(limit: SlotLimit, load: Readonly<Load>, senderCount: number): FreeSlots {
  const left = limit.fresh - load.fresh;
  const leftForTroubled = Math.floor(limit.fresh / 2) - load.freshOfTroubled;
  return { left, leftForTroubled, equalShare: Math.max(1, Math.floor(left / senderCount)) };
}

function shareOf({ left, leftForTroubled, equalShare }: FreeSlots, isTroubled: boolean): number {
  return Math.min(equalShare, left, isTroubled ? leftForTroubled : Infinity);
}
