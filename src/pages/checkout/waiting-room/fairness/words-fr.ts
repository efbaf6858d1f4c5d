import type { Words } from './words-en.ts';

export const wordsFr: Words = {
  working: 'Calcul en cours…',
  right: (count) => `Le tirage est celui que donne la graine. Nous avons comparé ${count} places.`,
  ownPlace: (place, count) => `Votre place est le numéro ${place} sur ${count}.`,
  noPlace:
    'Votre place n’est pas parmi celles du tirage\u00a0: ce navigateur n’en a pas, ou il est venu après.',
  wrong: {
    unreadable: 'La liste ne peut pas être lue. Rechargez la page, puis réessayez.',
    other_hash:
      'L’empreinte n’est pas celle que ce navigateur a reçue avant le tirage. Demandez à l’organisateur.',
    other_seed: 'La graine n’a pas cette empreinte. Demandez à l’organisateur.',
    order: 'La liste n’est pas dans l’ordre que donne la graine. Demandez à l’organisateur.',
  },
  failed: 'La liste n’a pas pu être chargée. Réessayez dans un instant.',
  insecure: 'Votre navigateur ne fait ce calcul que sur des pages en https.',
};
