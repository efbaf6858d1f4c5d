// The dashboard's page runs this too: nothing here may need Node.

export const PROMO_CODE = '^[0-9A-Za-z_-]{1,50}$';
export const MAX_CODES_AT_ONCE = 5_000;
export const MAX_CODES_PER_EVENT = 20_000;
export const MAX_USES = 10_000_000;
export const MAX_DISCOUNT_MINOR = 10_000_000_000;

/** Without what is mistaken for something else when it is read aloud or copied from paper: 0 and O, 1, I and L, U and V. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const MAX_RANDOM_LETTERS = 20;

// As many as somebody tries who has weeks, at the rate that one address may (reservations/offered-codes.ts)…
const GUESSES = 1_000_000;
// … and then the chance that any of the codes was among them is one in a hundred.
const ODDS = 100;

/** How many random letters codes need, so that nobody finds one of this many by trying. */
export const lettersNeeded = (codes: number): number =>
  Math.ceil(Math.log(codes * GUESSES * ODDS) / Math.log(CODE_LETTERS.length));
