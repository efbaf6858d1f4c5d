import type { Language } from '../../../values/language.ts';
import { sayRuleIn } from './say-rule.ts';
import { textsIn } from './texts.ts';

// Longer than this an event lasts days.
const HOURS_AS_DAYS = 48;

/**
 * Texts of the shell, of components, and of several pages. Use plain words and short sentences. A page's own texts come with its
 * chunk, so that no other page loads them: page-texts.ts.
 */
export function readTexts(language: Language) {
  const texts = textsIn(language);
  const { moment } = texts.parts;
  const sayLength =
    ({ inHours, inDays }: Record<'inHours' | 'inDays', (count: number) => string>) =>
    (hours: number): string =>
      hours < HOURS_AS_DAYS ? inHours(Math.round(hours)) : inDays(Math.round(hours / 24));
  return {
    ...texts,
    parts: {
      ...texts.parts,
      rule: sayRuleIn(language),
      moment: {
        ...moment,
        lasts: sayLength({ inHours: moment.lastsHours, inDays: moment.lastsDays }),
        isItRight: sayLength({ inHours: moment.areHoursRight, inDays: moment.areDaysRight }),
      },
    },
  };
}

export type Texts = ReturnType<typeof readTexts>;
