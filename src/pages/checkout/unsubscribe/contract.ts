import type { OptionalMail } from '../../../unsubscribing/unsubscribe-token.ts';
import type { Language } from '../../../values/language.ts';

/** `gone`: a link that is none of ours, or of a host that is no longer there. */
export type UnsubscribePage = { language: Language } & (
  | { about: 'gone' }
  | { about: 'ask' | 'done'; hostName: string; kind: OptionalMail }
);
