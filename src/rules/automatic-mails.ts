/** Mails that a host may switch on for an event. */
export const AUTOMATIC_MAILS = ['reminder', 'thanks', 'cart'] as const;
export type AutomaticMail = (typeof AUTOMATIC_MAILS)[number];

/** The mails about orders. The third is about a cart. */
export type MailOfOrders = Exclude<AutomaticMail, 'cart'>;

/** How many hours before the start, or after the end, a host may choose. As text, for a list to choose from. */
export const MAIL_HOURS = ['2', '4', '12', '24', '48', '72', '168'] as const;
export const USUAL_HOURS = '24';
// A cart is kept for some days after it has lapsed.
export const MAX_CART_HOURS = 48;

// The database has the same limit.
export const MAX_NOTE_CHARACTERS = 2_000;
