/**
 * The buyer's page of the order and its tickets. Everybody who knows this address can open it, so only the buyer is told. With the
 * order's reference in the token's place it opens nothing: that page mails the link to the buyer.
 */
export const receiptAddress = (checkoutUrl: string, tokenOrReference: string): string =>
  `${checkoutUrl}/orders/${tokenOrReference}`;

/** In small letters alone: limits count by the token as it is written. What can't be one may be what the database can't read. */
export const isOrderToken = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
