export type QuoteItem = {
  sku: string;
  name: string;
  quantity: number;
  price: number;
  fee: number;
  discount: number;
};

/**
 * The price paid for each ticket, in the order in which they are issued. A discount on several tickets of an item is spread so that they
 * add up: the first ones get the odd units.
 */
export function ticketAmounts(items: QuoteItem[]): { sku: string; amountMinor: number }[] {
  return items.flatMap(({ sku, quantity, price, fee, discount }) => {
    const each = Math.floor(discount / quantity);
    const odd = discount - each * quantity;
    return Array.from({ length: quantity }, (_, index) => ({
      sku,
      amountMinor: price + fee - each - (index < odd ? 1 : 0),
    }));
  });
}
