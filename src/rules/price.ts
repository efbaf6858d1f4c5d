/** The most that a ticket costs, as the database has it. */
export const MAX_PRICE_MINOR = 10_000_000_000;
