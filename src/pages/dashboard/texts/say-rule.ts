import type { Rule } from '../../../values/describe-rule.ts';
import type { FormatName } from '../../../values/formats.ts';
import { textsIn, type Texts } from './rules/texts.ts';
import type { Language } from '../../../values/language.ts';

/** These formats are asked for by the same words. */
const DATES_AND_TIMES: readonly string[] = ['moment', 'wall-time'] satisfies FormatName[];

// An empty field of these says more than that it is empty.
const ASKED_FOR = /email|time|date|url/;

/** A field of its own, or one of a row: `taxRates[0].basisPoints`. */
const isPercent = (field: string): boolean => /basisPoints$/i.test(field);

/** A number's limits. The end of a field's name is its unit: a form shows percent and amounts, and never the integers that it sends. */
function sayRange(texts: Texts, field: string, { from, to }: { from: number; to: number }): string {
  if (isPercent(field)) return texts.percentFrom({ from: from / 100, to: to / 100 });
  return field.endsWith('Minor') ? texts.amountRange : texts.numberFrom({ from, to });
}

function sayType(texts: Texts, type: string): string {
  if (/integer/.test(type)) return texts.wholeNumber;
  // Only an old page or a bug of ours sends another.
  return /number/.test(type) ? texts.number : texts.reload;
}

function sayFormat(texts: Texts, format: string): string {
  const name = format.replace('-or-empty', '');
  if (DATES_AND_TIMES.includes(name)) return texts.dateAndTime;
  return (texts.formats as Partial<Record<string, string>>)[name] ?? texts.check;
}

function sayEmpty(texts: Texts, limit: number, format: string | undefined): string {
  if (format !== undefined && ASKED_FOR.test(format)) return sayFormat(texts, format);
  return limit > 1 ? texts.atLeast(limit) : texts.fillIn;
}

/** The message at a field that breaks a rule, by the language that it is said in. */
export const sayRuleIn =
  (language: Language) =>
  (rule: Rule, field: string): string =>
    sayRule(textsIn(language), rule, field);

function sayRule(texts: Texts, rule: Rule, field: string): string {
  switch (rule.kind) {
    case 'required':
      return sayEmpty(texts, 1, rule.format);
    case 'minLength':
      return sayEmpty(texts, rule.limit, rule.format);
    case 'maxLength':
      return texts.atMost(rule.limit);
    case 'range':
      return sayRange(texts, field, { from: rule.minimum, to: rule.maximum });
    case 'minimum':
      return texts.orMore(rule.limit);
    case 'maximum':
      return texts.orLess(rule.limit);
    case 'minItems':
      return texts.chooseAtLeast(rule.limit);
    case 'maxItems':
      return texts.haveAtMost(rule.limit);
    case 'unique':
      return texts.unique;
    case 'oneOf':
      return texts.oneOf;
    case 'format':
      return sayFormat(texts, rule.format);
    case 'type':
      return isPercent(field) ? texts.percentage : sayType(texts, rule.type);
    case 'unchanged':
      return texts.unchanged;
    case 'unknown':
      return texts.reload;
    default:
      return texts.check;
  }
}
