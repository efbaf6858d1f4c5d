/** What the check of the draw says, in English. */
export const wordsEn = {
  working: 'Calculating…',
  right: (count: string) => `The draw is as the seed says. We compared ${count} places.`,
  ownPlace: (place: string, count: string) => `Your place is number ${place} of ${count}.`,
  noPlace:
    'Your own place is not among those that were drawn: this browser has none, or came after the draw.',
  wrong: {
    unreadable: 'The list can’t be read. Load the page again, and try once more.',
    other_hash: 'The hash is another one than this browser was told before the draw. Ask the host about it.',
    other_seed: 'The seed does not have this hash. Ask the host about it.',
    order: 'The list is not in the order that the seed gives. Ask the host about it.',
  },
  failed: 'The list could not be loaded. Try again in a moment.',
  insecure: 'Your browser calculates this on pages with https only.',
};

export type Words = typeof wordsEn;
