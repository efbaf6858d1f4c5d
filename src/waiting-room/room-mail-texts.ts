import type { Language } from '../values/language.ts';

const en = {
  title: (event: string) => `Confirm your place in line: ${event}`,
  ask: (event: string) =>
    `Someone entered this e-mail address in the waiting room of ${event}. If this was you, confirm it to join the line.`,
  soon: 'The link works for one hour. Confirm before the draw to take part in it. You can open it on any device; your place stays on the page where you entered the address.',
  button: 'Confirm my place',
  link: (url: string) => `Confirm my place: ${url}`,
  notYou: 'If it wasn’t you, ignore this e-mail. Nothing happens without your confirmation.',
};

const fr: typeof en = {
  title: (event) => `Confirmez votre place dans la file : ${event}`,
  ask: (event) =>
    `Quelqu’un a saisi cette adresse e-mail dans la salle d’attente de ${event}. Si c’est vous, confirmez-la pour entrer dans la file.`,
  soon: 'Le lien est valable une heure. Confirmez avant le tirage au sort pour y participer. Vous pouvez l’ouvrir sur n’importe quel appareil ; votre place reste sur la page où vous avez saisi l’adresse.',
  button: 'Confirmer ma place',
  link: (url) => `Confirmer ma place : ${url}`,
  notYou: 'Si ce n’est pas vous, ignorez cet e-mail. Sans votre confirmation, il ne se passe rien.',
};

const TEXTS: Record<Language, typeof en> = { en, fr };

export const roomMailTextsIn = (language: Language): typeof en => TEXTS[language];
