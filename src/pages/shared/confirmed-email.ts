/** Where a browser keeps the address that it gave in the waiting room of an event, for the checkout to fill in. */
export const confirmedEmailKey = (slug: string): string => `tessera-email:${slug}`;
