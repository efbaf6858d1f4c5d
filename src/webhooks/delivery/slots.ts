import { createLoads, type Load } from './loads.ts';
import { shareSlots } from './share-slots.ts';

/** A sender: a subscription, with the host and port of its URL. */
export type Sender = { subscriptionId: string; receiver: string };

/** One attempt under way. */
export type Slot = Sender & { readonly takenAtMs: number; readonly isOfTroubled: boolean; isSlow: boolean };

export type SlotLimit = {
  /** Attempts that are not slow: these limit the load, on receivers and on us. Subscriptions in trouble may have half of them. */
  fresh: number;
  /**
   * A slow one only takes a socket: there may be many. Where there are as many as this, subscriptions in trouble begin no more;
   * all others may, at most `fresh` in every half second.
   */
  slow: number;
};

export type SlotLimits = {
  /** An attempt that takes longer than this is slow. */
  slowAfterMs: number;
  inAll: SlotLimit;
  /** For one host and port. Many subscriptions may share it, some that hang and some that don't. */
  perReceiver: SlotLimit;
  /** A subscription in trouble is one that was slow lately. It may have this many at once, fewer where many are in trouble. */
  perTroubled: number;
};

export const SLOT_LIMITS: SlotLimits = {
  slowAfterMs: 500,
  inAll: { fresh: 256, slow: 2_048 },
  perReceiver: { fresh: 64, slow: 256 },
  perTroubled: 8,
};

type SubscriptionState = {
  readonly receiver: string;
  inFlight: number;
  slow: number;
  isTroubled: boolean;
  changedAtMs: number;
};

// A subscription in trouble that has sent nothing for so long starts anew.
const FORGET_TROUBLE_AFTER_MS = 60_000;

/**
 * A slow or dead receiver must not delay any other. An attempt that hangs soon counts as slow and then takes no slot from
 * others; and a subscription that was slow lately gets a small share, until an answer comes in time again.
 */
export function createSlots(limits: SlotLimits = SLOT_LIMITS) {
  const subscriptions = new Map<string, SubscriptionState>();
  const loads = createLoads();
  // In the order in which they were taken, so that those that have become slow are at the front.
  const fresh = new Set<Slot>();

  /** Changes what is known of a subscription, and keeps the count of those in trouble. */
  const change = (
    { subscriptionId, receiver }: Sender,
    nowMs: number,
    apply: (state: SubscriptionState) => void,
  ): void => {
    const old = subscriptions.get(subscriptionId);
    const state = old ?? { receiver, inFlight: 0, slow: 0, isTroubled: false, changedAtMs: nowMs };
    const wasInTrouble = isInTrouble(state);
    apply(state);
    state.changedAtMs = nowMs;
    const by = Number(isInTrouble(state)) - Number(wasInTrouble);
    if (by !== 0) loads.count(state.receiver, (load) => (load.troubled += by));
    // Put back at the end: those that have not changed for longest are at the front.
    subscriptions.delete(subscriptionId);
    if (state.inFlight > 0 || isInTrouble(state)) subscriptions.set(subscriptionId, state);
  };

  const forgetOldTrouble = (nowMs: number): void => {
    for (const [subscriptionId, state] of subscriptions) {
      if (state.inFlight > 0 || nowMs - state.changedAtMs < FORGET_TROUBLE_AFTER_MS) return;
      change({ subscriptionId, receiver: state.receiver }, nowMs, () => (state.isTroubled = false));
    }
  };

  const markSlow = (nowMs: number): void => {
    for (const slot of fresh) {
      if (nowMs - slot.takenAtMs < limits.slowAfterMs) return;
      fresh.delete(slot);
      slot.isSlow = true;
      loads.countFresh(slot, -1);
      loads.count(slot.receiver, (load) => load.slow++);
      change(slot, nowMs, (state) => state.slow++);
    }
  };

  const freeFor = (subscriptionId: string): number => {
    const state = subscriptions.get(subscriptionId);
    if (!state || !isInTrouble(state)) return Infinity;
    const most = Math.min(
      limits.perTroubled,
      shareOfTroubled(limits.inAll, loads.inAll),
      shareOfTroubled(limits.perReceiver, loads.at(state.receiver)),
    );
    return most - state.inFlight;
  };

  return {
    /** How many more attempts a subscription may have at once, whatever others have. Infinity: it is not in trouble. */
    freeFor,

    /** How many attempts each may begin now, in equal shares where there are not enough slots for all. */
    share<T extends Sender>(senders: T[], nowMs: number): (T & { slots: number })[] {
      markSlow(nowMs);
      forgetOldTrouble(nowMs);
      const willing = senders
        .map((sender) => ({ ...sender, slots: freeFor(sender.subscriptionId) }))
        .filter(({ slots }) => slots > 0);
      return shareSlots(willing, { limits, loads });
    },

    take({ subscriptionId, receiver }: Sender, nowMs: number): Slot {
      const state = subscriptions.get(subscriptionId);
      const isOfTroubled = state !== undefined && isInTrouble(state);
      const slot = { subscriptionId, receiver, takenAtMs: nowMs, isOfTroubled, isSlow: false };
      fresh.add(slot);
      loads.countFresh(slot, 1);
      change(slot, nowMs, (its) => its.inFlight++);
      return slot;
    },

    giveBack(slot: Slot, nowMs: number): void {
      fresh.delete(slot);
      if (slot.isSlow) loads.count(slot.receiver, (load) => load.slow--);
      else loads.countFresh(slot, -1);
      change(slot, nowMs, (state) => {
        state.inFlight--;
        if (slot.isSlow) state.slow--;
        state.isTroubled = nowMs - slot.takenAtMs >= limits.slowAfterMs;
      });
    },
  };
}

export type Slots = ReturnType<typeof createSlots>;

const isInTrouble = (state: SubscriptionState): boolean => state.isTroubled || state.slow > 0;

/** The slots of each subscription in trouble: half of the slow slots in equal shares, the other half is in reserve. */
function shareOfTroubled(limit: SlotLimit, load: Readonly<Load>): number {
  if (load.slow >= limit.slow) return 0;
  return Math.max(1, Math.floor(limit.slow / 2 / load.troubled));
}
