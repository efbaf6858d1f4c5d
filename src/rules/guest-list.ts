// The page that adds guests runs this too: nothing here may need Node.

/** One guest's. With so many tickets a mail still goes through. */
export const MAX_TICKETS_OF_GIFT = 100;
/** All lines are taken in by one transaction: what is more is better sent in parts. */
export const MAX_GUEST_LINES = 2_000;
export const MAX_TICKETS_OF_LIST = 5_000;
