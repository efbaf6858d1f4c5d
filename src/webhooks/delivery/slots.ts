import assert from 'node:assert/strict';

/** Who wants to send: a subscription, and the host and port its URL leads to. */
export type Sender = { subscriptionId: string; receiver: string };

/** One attempt under way. */
export type Slot = Sender & { readonly takenAtMs: number; readonly isOfTroubled: boolean; isSlow: boolean };

export type SlotLimit = {
  /** Attempts that are not slow: these bound the load that we make and are. Those in trouble may have half of them. */
  fresh: number;
  /**
   * Slow ones only occupy a socket each: there may be many. Where there are as many as this, those in trouble begin no more;
   * all others may, and what they begin is bounded by `fresh` for every half second that attempts last.
   */
  slow: number;
};

export type SlotLimits = {
  /** An attempt that takes longer than this is slow. */
  slowAfterMs: number;
  inAll: SlotLimit;
  /** For one host and port. Many subscriptions may share it, some that hang and some that don't. */
  perReceiver: SlotLimit;
  /** What a subscription in trouble, which is one that was slow lately, may have at once where there are few of that kind. */
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

/** What is under way, in all or at one receiver; `troubled` counts subscriptions, the others attempts. */
type Load = { fresh: number; freshOfTroubled: number; slow: number; troubled: number };

const NOTHING: Readonly<Load> = { fresh: 0, freshOfTroubled: 0, slow: 0, troubled: 0 };

// What is not heard of for so long starts anew.
const FORGET_TROUBLE_AFTER_MS = 60_000;

/**
 * Keeps a slow or dead receiver from delaying any other. An attempt that hangs soon counts as slow and no longer stands in
 * anybody's way; and a subscription that was slow lately gets a small share, until an answer comes in time again.
 */
export function createSlots(limits: SlotLimits = SLOT_LIMITS) {
  const subscriptions = new Map<string, SubscriptionState>();
  const inAll: Load = { ...NOTHING };
  const receivers = new Map<string, Load>();
  // In the order in which they were taken, so that those that have become slow are at the front.
  const fresh = new Set<Slot>();

  const isInTrouble = (state: SubscriptionState): boolean => state.isTroubled || state.slow > 0;
  const loadAt = (receiver: string): Readonly<Load> => receivers.get(receiver) ?? NOTHING;

  /** Counts in all and at the receiver, which is forgotten when nothing is left to count. */
  const count = (receiver: string, apply: (load: Load) => void): void => {
    const there = receivers.get(receiver) ?? { ...NOTHING };
    apply(inAll);
    apply(there);
    if (there.fresh + there.slow + there.troubled > 0) receivers.set(receiver, there);
    else receivers.delete(receiver);
  };

  const countFresh = ({ receiver, isOfTroubled }: Slot, by: 1 | -1): void =>
    count(receiver, (load) => {
      load.fresh += by;
      if (isOfTroubled) load.freshOfTroubled += by;
    });

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
    if (by !== 0) count(state.receiver, (load) => (load.troubled += by));
    // Put back at the end: those that nothing was heard of for longest are at the front.
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
      countFresh(slot, -1);
      count(slot.receiver, (load) => load.slow++);
      change(slot, nowMs, (state) => state.slow++);
    }
  };

  const freeFor = (subscriptionId: string): number => {
    const state = subscriptions.get(subscriptionId);
    if (!state || !isInTrouble(state)) return Infinity;
    const most = Math.min(
      limits.perTroubled,
      shareOfTroubled(limits.inAll, inAll),
      shareOfTroubled(limits.perReceiver, loadAt(state.receiver)),
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
      const roomInAll = roomUnder(limits.inAll, inAll, willing.length);
      const rooms = new Map<string, Room>();
      for (const [receiver, { length }] of Map.groupBy(willing, (sender) => sender.receiver))
        rooms.set(receiver, roomUnder(limits.perReceiver, loadAt(receiver), length));
      return willing.flatMap((sender) => {
        const roomThere = rooms.get(sender.receiver);
        assert(roomThere, 'there is a room for every receiver');
        const isTroubled = sender.slots < Infinity;
        const slots = Math.min(sender.slots, freeIn(roomInAll, isTroubled), freeIn(roomThere, isTroubled));
        if (slots <= 0) return [];
        for (const room of [roomInAll, roomThere]) {
          room.left -= slots;
          if (isTroubled) room.leftForTroubled -= slots;
        }
        return { ...sender, slots };
      });
    },

    take({ subscriptionId, receiver }: Sender, nowMs: number): Slot {
      const state = subscriptions.get(subscriptionId);
      const isOfTroubled = state !== undefined && isInTrouble(state);
      const slot = { subscriptionId, receiver, takenAtMs: nowMs, isOfTroubled, isSlow: false };
      fresh.add(slot);
      countFresh(slot, 1);
      change(slot, nowMs, (its) => its.inFlight++);
      return slot;
    },

    giveBack(slot: Slot, nowMs: number): void {
      fresh.delete(slot);
      if (slot.isSlow) count(slot.receiver, (load) => load.slow--);
      else countFresh(slot, -1);
      change(slot, nowMs, (state) => {
        state.inFlight--;
        if (slot.isSlow) state.slow--;
        state.isTroubled = nowMs - slot.takenAtMs >= limits.slowAfterMs;
      });
    },
  };
}

/** What each subscription in trouble may have at once: half of the slow slots in equal shares, the other half is in reserve. */
function shareOfTroubled(limit: SlotLimit, load: Readonly<Load>): number {
  if (load.slow >= limit.slow) return 0;
  return Math.max(1, Math.floor(limit.slow / 2 / load.troubled));
}

/** Fresh slots that are left to be shared. */
type Room = { left: number; leftForTroubled: number; readonly equalShare: number };

function roomUnder(limit: SlotLimit, load: Readonly<Load>, senderCount: number): Room {
  const left = limit.fresh - load.fresh;
  const leftForTroubled = Math.floor(limit.fresh / 2) - load.freshOfTroubled;
  return { left, leftForTroubled, equalShare: Math.max(1, Math.floor(left / senderCount)) };
}

function freeIn({ left, leftForTroubled, equalShare }: Room, isTroubled: boolean): number {
  return Math.min(equalShare, left, isTroubled ? leftForTroubled : Infinity);
}
