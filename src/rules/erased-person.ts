/** Replaces erased data of a buyer or a guest. No mail can go to `.invalid` (RFC 2606). */
export const ERASED_EMAIL = 'erased@erased.invalid';
export const ERASED_NAME = '(erased)';

/** Nobody is written to there. */
export const isErasedAddress = (address: string): boolean =>
  address.toLowerCase().endsWith('@erased.invalid');
