import { pageTexts } from '../texts/page-texts.ts';

const en = {
  poster: 'Poster',
  posterIntro:
    'The first that buyers see: in the checkout, on the event’s page, in lists and on the tickets. Upright posters fit phones best.',
  posterSaved: 'The poster is changed.',
  posterRemoved: 'The poster is removed.',
  posterOf: (name: string) => `Poster of ${name}`,
  gallery: 'Gallery',
  galleryIntro: (most: number) =>
    `Up to ${most} pictures of the place, of last time, of who is on stage. Buyers see them in this order.`,
  galleryLabel: 'Pictures for the gallery',
  added: 'The picture is in the gallery.',
  removed: 'The picture is removed.',
  replaced: 'The picture is replaced.',
  full: (most: number) => `The gallery has its ${most} pictures. Remove one to add another.`,
  tooMany: (most: number) => `A gallery has ${most} pictures at most: the last of these were left out.`,
  list: 'The pictures, in the order they are shown',
  picture: (at: number) => `Picture ${at}`,
  alt: 'What it shows',
  altHint: 'For those who don’t see it, such as “Dancers on the roof at dusk”.',
  altMissing: 'Not described yet',
  earlier: (at: number) => `Move picture ${at} forward`,
  later: (at: number) => `Move picture ${at} back`,
  replace: 'Replace',
  replaceOne: (at: number) => `Replace picture ${at}`,
  remove: 'Remove',
  removeOne: (at: number) => `Remove picture ${at}`,
  moved: (at: number, of: number) => `Now picture ${at} of ${of}.`,
  orderChanged: 'Somebody else has changed the gallery meanwhile. This is how it is now.',
};

export const useEventPicturesTexts = pageTexts({ en, fr: en });
