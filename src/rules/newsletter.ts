import type { Language } from '../values/language.ts';

export const MAX_SENTENCE_CHARACTERS = 300;

const SENTENCES: Record<Language, (host: string) => string> = {
  en: (host) => `Send me e-mails about other events by ${host}. I can unsubscribe at any time.`,
  fr: (host) =>
    `Envoyez-moi des e-mails sur d’autres événements de ${host}. Je peux me désabonner à tout moment.`,
};

/** The question to a host's buyers: the host's own sentence, in its language, or else ours. */
export const newsletterSentence = (host: { name: string; sentence: string }, language: Language): string =>
  host.sentence === '' ? SENTENCES[language](host.name) : host.sentence;
