import type { Language } from '../values/language.ts';
import { textsIn } from './texts/newsletter/texts.ts';

export const MAX_SENTENCE_CHARACTERS = 300;

/** The question to a host's buyers: the host's own sentence, in its language, or else ours. */
export const newsletterSentence = (host: { name: string; sentence: string }, language: Language): string =>
  host.sentence === '' ? textsIn(language).sentence(host.name) : host.sentence;
