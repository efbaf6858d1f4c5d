const WHOLE = 10_000n;

/**
 * The VAT in an amount that includes it: amount × rate ÷ (1 + rate), to the nearest minor unit, a half up. The one place where VAT
 * is rounded: of a sum and never of its lines, so that what is shown adds up to what was paid.
 */
export function vatIncluded(amountMinor: number, basisPoints: number): number {
  const divisor = WHOLE + BigInt(basisPoints);
  // Whole numbers all along: an amount times a rate may be more than a number can say exactly.
  return Number((2n * BigInt(amountMinor) * BigInt(basisPoints) + divisor) / (2n * divisor));
}

/**
 * The VAT in each of several refunds of a total: by how much each makes the VAT of what is left smaller. Refunds that come to the
 * total take back its VAT to the last unit.
 */
export function vatOfRefunds(totalMinor: number, refundsMinor: number[], basisPoints: number): number[] {
  let leftMinor = totalMinor;
  return refundsMinor.map((refundMinor) => {
    const before = vatIncluded(leftMinor, basisPoints);
    leftMinor = Math.max(leftMinor - refundMinor, 0);
    return before - vatIncluded(leftMinor, basisPoints);
  });
}
