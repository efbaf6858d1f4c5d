import { Array as List, Integer, Object as Body, String } from 'typebox';
import { OneOf } from '../../../values/body-schema.ts';
import { MAX_MARKDOWN_CHARACTERS } from '../../../rules/rich-text.ts';
import { LANGUAGES } from '../../../values/language.ts';

export const version = Integer({ minimum: 1, maximum: 2_147_483_646 });

export const LanguageBody = Body({ language: OneOf(LANGUAGES) }, { additionalProperties: false });

export const FirstLanguageBody = Body(
  { version, language: OneOf(LANGUAGES) },
  { additionalProperties: false },
);

// The event's five texts, fifty ticket types, and twenty questions with thirty choices each.
const MAX_TEXTS = 800;

/** The texts that were changed, each by the name of its field. How long each may be hangs on the text: `translationSchema()` has the rules. */
export const TranslationBody = Body(
  {
    version,
    language: OneOf(LANGUAGES),
    texts: List(
      Body(
        {
          name: String({ minLength: 1, maxLength: 100, format: 'word' }),
          text: String({ maxLength: MAX_MARKDOWN_CHARACTERS, format: 'paragraphs' }),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_TEXTS },
    ),
  },
  { additionalProperties: false },
);
