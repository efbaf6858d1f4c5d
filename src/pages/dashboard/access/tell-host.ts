import { brokenRule } from '../../../http/errors.ts';
import type { Refusal } from '../../../refusal.ts';
import { sayRule } from '../texts/en/rules.ts';
import { asSentence } from '../texts/en/words.ts';

/** A refusal in the words of a host, who knows no names of fields. */
export function tellHost({ code, field, message }: Refusal, error: unknown): string {
  const rule = brokenRule(error);
  if (rule) return sayRule(rule, field ?? '');
  if (code === 'body_too_large') return message.replace('The body', 'That');
  return field === null ? message : sayRefusal(message, field);
}

/** Sentences about these fields begin with a name for them. */
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
function sayRefusal(message: string, field: string): string {
  if (!message.startsWith(`${field} `)) return message;
  const rest = message.slice(field.length + 1);
  if (rest === 'is required.' || rest === 'must not be empty.') return sayRule({ kind: 'required' }, field);
  if (rest === 'is not a known field.') return sayRule({ kind: 'unknown' }, field);
  const subject = SUBJECTS[field];
  return subject === undefined ? asSentence(rest) : `${subject} ${rest}`;
}
