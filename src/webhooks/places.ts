/** Who wants to send: a subscription, and the host and port its URL leads to. */
export type Sender = { subscriptionId: string; receiver: string };

/** One attempt under way. */
export type Place = Sender & { readonly takenAtMs: number; isSlow: boolean };

export type PlaceLimits = {
  /** An attempt that takes longer than this is slow. */
  slowAfterMs: number;
  /** Attempts that are not slow, in all and to one receiver: these bound the load that we make and are. */
  freshInAll: number;
  freshPerReceiver: number;
  /** Slow ones only occupy a socket each: there may be many, and they take nothing from the fresh ones. */
  slowInAll: number;
  inAllPerReceiver: number;
  /** What a subscription that was slow lately may have at once, where there are few of that kind. */
  perTroubled: number;
};

export const PLACE_LIMITS: PlaceLimits = {
  slowAfterMs: 500,
  freshInAll: 256,
  freshPerReceiver: 64,
  slowInAll: 2_048,
  inAllPerReceiver: 256,
  perTroubled: 8,
};

type SubscriptionState = { inFlight: number; slow: number; isTroubled: boolean; changedAtMs: number };

// What is not heard of for so long starts anew.
const FORGET_TROUBLE_AFTER_MS = 60_000;

/**
 * Keeps a slow or dead receiver from delaying any other. An attempt that hangs soon counts as slow and no longer stands in
 * anybody's way; and a subscription that was slow lately gets a small share, until an answer comes in time again.
 */
export function createPlaces(limits: PlaceLimits = PLACE_LIMITS) {
  const subscriptions = new Map<string, SubscriptionState>();
  const receivers = new Map<string, { fresh: number; slow: number }>();
  // In the order in which they were taken, so that those that have become slow are at the front.
  const fresh = new Set<Place>();
  const slow = new Set<Place>();
  let troubledCount = 0;

  const isInTrouble = (state: SubscriptionState): boolean => state.isTroubled || state.slow > 0;

  /** Changes what is known of a subscription, and keeps the count of those in trouble. */
  const change = (subscriptionId: string, nowMs: number, apply: (state: SubscriptionState) => void): void => {
    const old = subscriptions.get(subscriptionId);
    const state = old ?? { inFlight: 0, slow: 0, isTroubled: false, changedAtMs: nowMs };
    const wasInTrouble = isInTrouble(state);
    apply(state);
    state.changedAtMs = nowMs;
    troubledCount += Number(isInTrouble(state)) - Number(wasInTrouble);
    // Put back at the end: those that nothing was heard of for longest are at the front.
    subscriptions.delete(subscriptionId);
    if (state.inFlight > 0 || isInTrouble(state)) subscriptions.set(subscriptionId, state);
  };

  const forgetOldTrouble = (nowMs: number): void => {
    for (const [subscriptionId, state] of subscriptions) {
      if (state.inFlight > 0 || nowMs - state.changedAtMs < FORGET_TROUBLE_AFTER_MS) return;
      change(subscriptionId, nowMs, () => (state.isTroubled = false));
    }
  };

  const markSlow = (nowMs: number): void => {
    for (const place of fresh) {
      if (nowMs - place.takenAtMs < limits.slowAfterMs) return;
      fresh.delete(place);
      slow.add(place);
      place.isSlow = true;
      change(place.subscriptionId, nowMs, (state) => state.slow++);
      const receiver = receivers.get(place.receiver);
      if (receiver) {
        receiver.fresh--;
        receiver.slow++;
      }
    }
  };

  const freeFor = (subscriptionId: string): number => {
    const state = subscriptions.get(subscriptionId);
    if (!state || !isInTrouble(state)) return Infinity;
    if (slow.size >= limits.slowInAll) return 0;
    const share = Math.floor(limits.slowInAll / 2 / troubledCount);
    return Math.max(1, Math.min(limits.perTroubled, share)) - state.inFlight;
  };

  const freeAt = (receiver: string): number => {
    const { fresh: freshThere, slow: slowThere } = receivers.get(receiver) ?? { fresh: 0, slow: 0 };
    return Math.min(limits.freshPerReceiver - freshThere, limits.inAllPerReceiver - freshThere - slowThere);
  };

  return {
    /** How many more attempts a subscription may have at once, whatever others have. Infinity: it is not in trouble. */
    freeFor,

    /** How many attempts each may begin now, in equal shares where there are not enough places for all. */
    share<T extends Sender>(senders: T[], nowMs: number): (T & { places: number })[] {
      markSlow(nowMs);
      forgetOldTrouble(nowMs);
      const willing = senders
        .map((sender) => ({ ...sender, places: freeFor(sender.subscriptionId) }))
        .filter(({ places }) => places > 0);
      let left = limits.freshInAll - fresh.size;
      const equalShare = Math.max(1, Math.floor(left / willing.length));
      const leftAt = new Map<string, number>();
      const shares = willing.map((sender) => {
        const there = leftAt.get(sender.receiver) ?? freeAt(sender.receiver);
        const places = Math.max(0, Math.min(sender.places, equalShare, left, there));
        left -= places;
        leftAt.set(sender.receiver, there - places);
        return { ...sender, places };
      });
      return shares.filter(({ places }) => places > 0);
    },

    take({ subscriptionId, receiver }: Sender, nowMs: number): Place {
      const place = { subscriptionId, receiver, takenAtMs: nowMs, isSlow: false };
      fresh.add(place);
      change(subscriptionId, nowMs, (state) => state.inFlight++);
      const there = receivers.get(receiver) ?? { fresh: 0, slow: 0 };
      there.fresh++;
      receivers.set(receiver, there);
      return place;
    },

    giveBack(place: Place, nowMs: number): void {
      fresh.delete(place);
      slow.delete(place);
      change(place.subscriptionId, nowMs, (state) => {
        state.inFlight--;
        if (place.isSlow) state.slow--;
        state.isTroubled = nowMs - place.takenAtMs >= limits.slowAfterMs;
      });
      const there = receivers.get(place.receiver);
      if (!there) return;
      if (place.isSlow) there.slow--;
      else there.fresh--;
      if (there.fresh + there.slow === 0) receivers.delete(place.receiver);
    },
  };
}
