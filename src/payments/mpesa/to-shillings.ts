import { toMajorUnits, toMinorUnits } from '../../values/major-units.ts';

/** Whole shillings, as M-Pesa takes them: orders with cents never come here. */
export function toShillings(amountMinor: number): string {
  const shillings = toMinorUnits(toMajorUnits(amountMinor, 2), 0);
  if (shillings === null) throw new Error(`${amountMinor} cents can't be told to M-Pesa`);
  return String(shillings);
}
