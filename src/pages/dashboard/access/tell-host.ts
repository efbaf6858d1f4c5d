import { brokenRule } from '../../../http/errors.ts';
import type { Refusal } from '../../../refusal.ts';
import type { Language } from '../../../values/language.ts';
import { findSentence } from '../texts/find-sentence.ts';
import { sayRuleIn } from '../texts/say-rule.ts';
import { asSentence } from '../texts/words-in.ts';
import { textsIn as sentencesIn } from './refusals/sentences/texts.ts';
import { textsIn, type Texts } from './refusals/texts.ts';

/**
 * A refusal in the words of a host, who knows no names of fields, and in the host's language as far as it is translated: by the rule that is
 * broken, by its own sentence, or by its reason or code where one sentence fits. Anything else is the server's English sentence.
 */
export function tellHost(
  { code, reason, field, message }: Refusal,
  error: unknown,
  language: Language,
): string {
  const rule = brokenRule(error);
  const sayRule = sayRuleIn(language);
  if (rule) return sayRule(rule, field ?? '');
  const translated = language === 'en' ? null : translate(message, { field, language });
  if (translated !== null) return translated;
  if (code === 'body_too_large' && language === 'en') return message.replace('The body', 'That');
  if (field !== null && message.startsWith(`${field} `)) return sayOfField(message, { field, language });
  if (language === 'en') return message;
  const texts: Partial<Texts> = textsIn(language);
  return texts[(reason ?? '') as keyof Texts] ?? texts[code as keyof Texts] ?? message;
}

/** Some sentences are about several fields, or about one of a row: these are listed without a field's name. */
function translate(
  message: string,
  { field, language }: { field: string | null; language: Language },
): string | null {
  const [english, own] = [sentencesIn('en'), sentencesIn(language)];
  const rest = field !== null && message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  return findSentence(message, english, own) ?? findSentence(rest, english, own);
}

/** English sentences about these fields begin with a name for them. */
const SUBJECTS: Readonly<Record<string, string>> = {
  lines: 'These tickets',
  seatIds: 'The seats',
  seatTypes: 'The prices of the seats',
  categories: 'The categories',
  edits: 'The changes',
  eventIds: 'The events',
  ticketTypeIds: 'The ticket types',
  text: 'The list',
  crop: 'The crop',
  addresses: 'The list',
  requestKey: 'This form',
  secretKey: 'This key',
  url: 'This address',
  slug: 'This address',
  email: 'This e-mail address',
  code: 'This code',
};

/** The server's sentence about a field, without the field's name in our programs. */
function sayOfField(message: string, { field, language }: { field: string; language: Language }): string {
  const sayRule = sayRuleIn(language);
  const rest = message.slice(field.length + 1);
  if (rest === 'is required.' || rest === 'must not be empty.') return sayRule({ kind: 'required' }, field);
  if (rest === 'is not a known field.') return sayRule({ kind: 'unknown' }, field);
  const subject = SUBJECTS[field];
  return subject === undefined ? asSentence(rest) : `${subject} ${rest}`;
}
