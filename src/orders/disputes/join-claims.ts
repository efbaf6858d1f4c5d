import type { FoundDispute } from '../../payments/gateway.ts';

/** A dispute that is on record. */
export type KnownDispute = {
  id: string;
  gatewayDisputeId: string;
  /** The gateway's other ids of it, from before. */
  formerIds: string[];
  amountMinor: number;
  state: FoundDispute['state'];
  isRefundable: boolean;
  isBlocked: boolean;
  /** Than the look-up whose answer is being written down. */
  isOlder: boolean;
  openedAt: Date;
};

/** A claim of the buyer's bank, by however many ids the gateway tells of it. */
export type Claim = {
  /** The newest. */
  found: FoundDispute;
  formerIds: string[];
  openedAt: Date;
  /** The newest first. */
  known: KnownDispute[];
};

type Told = { amountMinor: number; openedAt: Date; isRefundable: boolean; state: FoundDispute['state'] };
type Entry = { newest: Told & { found: FoundDispute | null }; ids: Set<string>; first: Date } & Pick<
  Claim,
  'known'
>;

/**
 * Joins the disputes of one payment that are one claim. Money is claimed back once: what would exceed the payment together is one claim, by the newest
 * of them, and so is an open inquiry with a claim of the same sum that came after it.
 */
export function joinClaims(
  { found, known }: { found: readonly FoundDispute[]; known: readonly KnownDispute[] },
  payment: { paidMinor: number; amountOf: (found: FoundDispute) => number },
): Claim[] {
  const entries: Entry[] = known.map((row) => ({
    newest: { ...row, found: null },
    ids: new Set([row.gatewayDisputeId, ...row.formerIds]),
    first: row.openedAt,
    known: [row],
  }));
  for (const one of found) {
    const told = { ...one, amountMinor: payment.amountOf(one), found: one };
    const entry = entries.find(({ ids }) => ids.has(one.gatewayDisputeId));
    if (!entry) {
      entries.push({ newest: told, ids: new Set([one.gatewayDisputeId]), first: one.openedAt, known: [] });
    } else if (entry.newest.found === null || inTurn(entry.newest, told) < 0) {
      // The gateway's word of now stands for what is on record.
      entry.newest = told;
    }
  }
  const claims: Entry[] = [];
  for (const entry of entries.toSorted((a, b) => inTurn(a.newest, b.newest))) {
    for (;;) {
      const same = claims.find((claim) => isSame(claim, entry, claims, payment.paidMinor));
      if (!same) break;
      claims.splice(claims.indexOf(same), 1);
      for (const id of same.ids) entry.ids.add(id);
      entry.first = same.first < entry.first ? same.first : entry.first;
      entry.known = [...entry.known, ...same.known];
    }
    claims.push(entry);
  }
  return claims.flatMap(toClaim);
}

/** By their time; of one moment, what has ended or only asks comes before what claims. */
const inTurn = (a: Told, b: Told): number =>
  a.openedAt.getTime() - b.openedAt.getTime() || Number(isClaimed(a)) - Number(isClaimed(b));

const isClaimed = ({ state, isRefundable }: Told): boolean =>
  state === 'lost' || (state === 'open' && !isRefundable);

function isSame(claim: Entry, entry: Entry, claims: readonly Entry[], paidMinor: number): boolean {
  const isEqual = claim.newest.amountMinor === entry.newest.amountMinor;
  if (isEqual && claim.newest.isRefundable && isClaimed(entry.newest)) return true;
  const sum = claims.reduce((before, { newest }) => before + newest.amountMinor, entry.newest.amountMinor);
  // First one of the same sum, else the largest.
  const rank = ({ newest: { amountMinor } }: Entry): number =>
    amountMinor === entry.newest.amountMinor ? Number.POSITIVE_INFINITY : amountMinor;
  return sum > paidMinor && claims.every((other) => rank(other) <= rank(claim));
}

function toClaim({ newest: { found }, ids, first, known }: Entry): Claim[] {
  // The gateway says nothing of it any more, or by a word that nobody knows: what was known stays.
  if (found === null) return [];
  ids.delete(found.gatewayDisputeId);
  const newestFirst = known.toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime());
  return [{ found, formerIds: [...ids], openedAt: first, known: newestFirst }];
}
