import type { Words } from './words-en.ts';

export const wordsFr: Words = {
  working: 'Calcul en cours…',
  right: (count, written) =>
    `Le tirage est correct. Nous avons comparé ${count === 1 ? 'une place' : `${written} places`}.`,
  ownPlace: (place, count) => `Votre place est le numéro ${place} sur ${count}.`,
  noPlace: 'Votre place n’est pas dans le tirage\u00a0: ce navigateur n’en a pas, ou il est arrivé après.',
  wrong: {
    unreadable: 'La liste est illisible. Rechargez la page, puis réessayez.',
    other_hash:
      'L’empreinte n’est pas celle que ce navigateur a vue avant le tirage. Contactez l’organisateur.',
    other_seed: 'La graine ne correspond pas à l’empreinte. Contactez l’organisateur.',
    order: 'La liste n’est pas dans l’ordre que donne la graine. Contactez l’organisateur.',
  },
  failed: 'La liste n’a pas pu être chargée. Réessayez dans un instant.',
  insecure: 'Votre navigateur ne peut faire ce calcul que sur une page https.',
};
