import type { Words } from './words-en.ts';

export const wordsFr: Words = {
  titles: { waiting: (place) => `${place} dans la file`, turn: 'C’est à vous !' },

  inLine: (count, written) =>
    count === 1 ? 'Une personne est dans la file.' : `${written} personnes sont dans la file.`,
  ahead: (count, written) =>
    count === 0
      ? 'C’est bientôt à vous.'
      : count === 1
        ? 'Une personne est devant vous.'
        : `${written} personnes sont devant vous.`,
  drawn: (place, count) => `Vous avez tiré la place ${place} sur ${count}.`,
  late: 'Vous arrivez après le tirage : votre tour vient après les personnes qui y ont participé.',

  days: (days) => (days === 1 ? '1 jour' : `${days} jours`),

  estimate: {
    unknown: 'Nous ne pouvons pas encore estimer l’attente',
    soon: 'Moins d’une minute d’attente',
    minutes: (minutes) => `Environ ${minutes} minutes d’attente`,
    hours: (hours) => `Environ ${hours} heures d’attente`,
    paused: 'La file est en pause',
  },

  untilTurnEnds: (time) => `Vous avez jusqu’à ${time} pour choisir vos billets.`,

  sentTo: (email) =>
    email === ''
      ? 'Nous vous avons envoyé un e-mail avec un lien.'
      : `Nous avons envoyé un e-mail avec un lien à ${email}.`,
  meant: (email) => `Vouliez-vous dire ${email} ?`,

  aloud: {
    linedUp: (when) => `Vous êtes dans la file. Le tirage au sort a lieu le ${when}.`,
    place: (place, estimate) => `Vous êtes numéro ${place} dans la file. ${estimate}.`,
    turn: 'C’est à vous : les billets s’ouvrent maintenant.',
    paused: 'La file est en pause. Vous gardez votre place.',
    goesOn: 'La file reprend.',
    back: 'La connexion est revenue. Vous avez gardé votre place.',
  },

  trouble: {
    offline: 'Vous êtes hors ligne. Vous gardez votre place, et cette page continue d’elle-même.',
    slow: 'Beaucoup de monde est là en ce moment. Vous gardez votre place, et cette page continue d’elle-même.',
  },

  problems: {
    email_wrong: 'Saisissez une adresse e-mail comme nom@exemple.com.',
    full: 'Trop de personnes de votre réseau sont déjà dans la file.',
  },
};
