/** How a host's fee is made up: a share of the price in basis points and a flat part, up to a cap. */
export type FeeRule = {
  basisPoints: number;
  flatMinor: number;
  capMinor: number | null;
  isAbsorbed: boolean;
};

/** The fee that the buyer of one ticket pays on top. Half a unit is rounded up. */
export function feeMinor(priceMinor: number, rule: FeeRule): number {
  if (priceMinor === 0 || rule.isAbsorbed) return 0;
  // Both factors are bounded by the schema so that the product stays below 2^53.
  const share = Math.floor((priceMinor * rule.basisPoints + 5_000) / 10_000);
  return Math.min(share + rule.flatMinor, rule.capMinor ?? Number.MAX_SAFE_INTEGER);
}
