import type { CellProblem } from '../../../csv/preview-csv.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../rules/guest-list.ts';
import { MAX_NOTE_CHARACTERS } from '../../../rules/order-source.ts';
import { LANGUAGES, type Language } from '../../../values/language.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { joinWords } from '../texts/words-in.ts';
import { textsIn as counterTextsIn } from './texts/counter/texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

function sayProblem(
  texts: Texts['list']['problems'],
  language: Language,
  { problem, value, otherLine = 0 }: CellProblem,
): string {
  switch (problem) {
    case 'required':
      return texts.required;
    case 'not_a_quantity':
      return texts.not_a_quantity(MAX_TICKETS_OF_GIFT);
    case 'not_a_language':
      return texts.not_a_language({ value, languages: joinWords(language, LANGUAGES, 'disjunction') });
    case 'not_a_note':
      return texts.not_a_note(MAX_NOTE_CHARACTERS);
    case 'too_many_tickets':
      return texts.too_many_tickets(Number(value));
    case 'double':
      return texts.double({ value, line: otherLine });
    default:
      return (
        (texts.ofValue as Partial<Record<string, (value: string) => string>>)[problem]?.(value) ?? problem
      );
  }
}

export const useAddGuestsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  const { list } = texts;
  const problem = (one: CellProblem): string => sayProblem(list.problems, language, one);
  return { ...texts, list: { ...list, problem } };
});
/** Texts of the forms for orders that the host makes: sold at the counter, or given away with seats. */
export const useCounterTexts = pageTexts(counterTextsIn);
