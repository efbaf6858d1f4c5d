import { pageTexts } from '../texts/page-texts.ts';

const en = {
  poster: 'Poster',
  posterIntro:
    'Buyers see it first: in the checkout, on the event page, in lists and on tickets. Upright posters fit phones best.',
  posterSaved: 'Poster saved.',
  posterRemoved: 'Poster removed.',
  posterOf: (name: string) => `Poster of ${name}`,
  gallery: 'Gallery',
  galleryIntro: (most: number) =>
    `Up to ${most} pictures of the venue, the artists or past events. Buyers see them in this order.`,
  galleryLabel: 'Pictures for the gallery',
  added: 'Picture added to the gallery.',
  removed: 'Picture removed.',
  replaced: 'Picture replaced.',
  full: (most: number) => `The gallery is full (${most} pictures). Remove one to add another.`,
  tooMany: (most: number) => `A gallery can have ${most} pictures. We left out the last ones.`,
  list: 'Pictures, in display order',
  picture: (at: number) => `Picture ${at}`,
  alt: 'Description',
  altHint: 'For people who can’t see it, e.g. “Dancers on the roof at dusk”.',
  altMissing: 'No description yet',
  earlier: (at: number) => `Move picture ${at} forward`,
  later: (at: number) => `Move picture ${at} back`,
  replace: 'Replace',
  replaceOne: (at: number) => `Replace picture ${at}`,
  remove: 'Remove',
  removeOne: (at: number) => `Remove picture ${at}`,
  moved: (at: number, of: number) => `Now picture ${at} of ${of}.`,
  orderChanged: 'Someone else changed the gallery. This is the current order.',
};

export const useEventPicturesTexts = pageTexts({ en, fr: en });
