import { Type } from 'typebox';
import { OneOf } from '../http/schema.ts';
import { LANGUAGES } from '../values/language.ts';

/** The language that the caller's page has. The browser's own wishes change nothing: the page around the answer has one language. */
export const LanguageQuery = {
  language: Type.Optional(
    OneOf(LANGUAGES, {
      description:
        'The language of the texts that the host has written. Texts without a translation, and all texts if you leave it out, are in the event’s first language.',
      example: 'fr',
    }),
  ),
};
