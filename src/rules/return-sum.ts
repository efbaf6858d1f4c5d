/** Exactly what goes back for these tickets: never more than is left of the payment, and what the gateway can pay out. */
export function sumOfReturn(
  { leftMinor, stepMinor }: { leftMinor: number; stepMinor: number },
  tickets: readonly { amountMinor: number }[],
): number {
  const sum = Math.min(
    tickets.reduce((all, { amountMinor }) => all + amountMinor, 0),
    leftMinor,
  );
  return sum - (sum % stepMinor);
}
