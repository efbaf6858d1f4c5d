export type CartItem = { sku: string; quantity: number };

const NAME = 'cart';

/** A cart behind the `#` of the checkout's address, which reaches no server. */
export const cartFragment = (items: readonly CartItem[]): string =>
  `${NAME}=${items.map(({ sku, quantity }) => `${sku}.${quantity}`).join('_')}`;

/** Reads it, by ticket type. The page knows how much of that there is. */
export const readCart = (fragment: string): Record<string, number> =>
  Object.fromEntries(
    (new URLSearchParams(fragment).get(NAME) ?? '')
      .split('_')
      .map((item) => item.split('.'))
      .filter(([, quantity]) => /^[1-9]\d{0,2}$/.test(quantity ?? ''))
      .map(([sku = '', quantity]) => [sku, Number(quantity)]),
  );
