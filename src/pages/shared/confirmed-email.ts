/** The browser keeps the address that it gave in an event's waiting room, for the checkout to fill in. */
export const confirmedEmailKey = (slug: string): string => `tessera-email:${slug}`;
