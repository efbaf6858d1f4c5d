/** The texts of the check of the draw, in English. */
export const wordsEn = {
  working: 'Calculating…',
  right: (count: number, written: string) =>
    `The draw is correct. We compared ${count === 1 ? 'one place' : `${written} places`}.`,
  ownPlace: (place: string, count: string) => `Your place is number ${place} of ${count}.`,
  noPlace: 'Your place is not in the draw: this browser has none, or it joined after the draw.',
  wrong: {
    unreadable: 'The list can’t be read. Reload the page and try again.',
    other_hash: 'The hash is not the one this browser saw before the draw. Ask the host about it.',
    other_seed: 'The seed doesn’t match the hash. Ask the host about it.',
    order: 'The list is not in the order that the seed gives. Ask the host about it.',
  },
  failed: 'The list could not be loaded. Try again in a moment.',
  insecure: 'Your browser can do this on https pages only.',
};

export type Words = typeof wordsEn;
