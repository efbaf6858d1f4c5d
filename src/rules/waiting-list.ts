/** For how long an offer to somebody on a waiting list is held. The database has the same. */
export const LIST_OFFER_MINUTES = { min: 15, max: 2_880 } as const;

/** The most that somebody may ask for; a ticket type may allow fewer. */
export const MAX_LISTED_QUANTITY = 1_000;

/** The code of an offer, as it rides in the place of a promo code: nobody types it, and it tells its owner nothing. */
export const OFFER_CODE = /^w[0-9a-z]{49}$/;
