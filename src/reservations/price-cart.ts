import { feeMinor, type FeeRule } from '../inventory/fees.ts';

export type CartLine = { sku: string; name: string; quantity: number; priceMinor: number };

export type Discount = ({ percentBasisPoints: number } | { amountMinor: number }) & {
  /** Null: for every ticket type. */
  skus: ReadonlySet<string> | null;
};

/** The buyer's price, in the smallest currency unit: `price` and `fee` per ticket, the rest per line. */
export type PricedItem = {
  sku: string;
  name: string;
  quantity: number;
  price: number;
  fee: number;
  discount: number;
  total: number;
};

export type PricedCart = { items: PricedItem[]; total: number; totalFees: number; discount: number };

/**
 * Prices a cart on integers alone. The fee of a ticket is worked out on its price after discount, rounded down to a
 * whole unit, so that every ticket of a line has the same fee and the items add up to the total.
 */
export function priceCart(lines: CartLine[], feeRule: FeeRule, discount: Discount | null): PricedCart {
  const discounts = discount ? spreadDiscount(lines, discount) : lines.map(() => 0);
  const items = lines.map((line, index): PricedItem => {
    const lineDiscount = discounts[index] ?? 0;
    const discountedPrice = Math.floor((line.quantity * line.priceMinor - lineDiscount) / line.quantity);
    const fee = feeMinor(discountedPrice, feeRule);
    return {
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      price: line.priceMinor,
      fee,
      discount: lineDiscount,
      total: line.quantity * (line.priceMinor + fee) - lineDiscount,
    };
  });
  return {
    items,
    total: sum(items.map((item) => item.total)),
    totalFees: sum(items.map((item) => item.quantity * item.fee)),
    discount: sum(discounts),
  };
}

function spreadDiscount(lines: CartLine[], discount: Discount): number[] {
  const isMeant = (line: CartLine): boolean => discount.skus === null || discount.skus.has(line.sku);
  if ('percentBasisPoints' in discount) {
    // Half a unit is rounded up, ticket by ticket, so that the discount of two is twice that of one.
    return lines.map((line) =>
      isMeant(line)
        ? line.quantity * Math.floor((line.priceMinor * discount.percentBasisPoints + 5_000) / 10_000)
        : 0,
    );
  }
  const worths = lines.map((line) => (isMeant(line) ? line.quantity * line.priceMinor : 0));
  return spreadByLargestRemainder(Math.min(discount.amountMinor, sum(worths)), worths);
}

/** Splits an amount in the proportion of the weights; the units left over go to the largest remainders. */
function spreadByLargestRemainder(amount: number, weights: number[]): number[] {
  const whole = BigInt(sum(weights));
  if (whole === 0n) return weights.map(() => 0);
  // The products go far beyond 2^53.
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = products.map((product) => Number(product / whole));
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, amount - sum(shares)))
    shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
