import { FORMATS } from './formats.ts';

/** A rule that a field of a body breaks: the server and the forms of the dashboard tell of the same ones. */
export type Rule =
  | { kind: 'required' }
  | { kind: 'unknown' }
  | { kind: 'type'; type: string }
  | { kind: 'range'; minimum: number; maximum: number }
  | { kind: 'minimum'; limit: number }
  | { kind: 'maximum'; limit: number }
  | { kind: 'minLength'; limit: number }
  | { kind: 'maxLength'; limit: number }
  | { kind: 'minItems'; limit: number }
  | { kind: 'maxItems'; limit: number }
  | { kind: 'format'; format: string }
  | { kind: 'oneOf'; values: readonly unknown[] }
  | { kind: 'other'; text: string };

/** The rule in words, as the end of a sentence that begins with the field's name. */
export function describeRule(rule: Rule): string {
  switch (rule.kind) {
    case 'required':
      return 'is required.';
    case 'unknown':
      return 'is not a known field.';
    case 'type':
      return `must be ${withArticle(rule.type)}.`;
    case 'range':
      return `must be a whole number from ${rule.minimum} to ${rule.maximum}.`;
    case 'minimum':
      return `must be at least ${rule.limit}.`;
    case 'maximum':
      return `must be at most ${rule.limit}.`;
    case 'minLength':
      return rule.limit === 1 ? 'must not be empty.' : `must have at least ${rule.limit} characters.`;
    case 'maxLength':
      return `must have at most ${rule.limit} characters.`;
    case 'minItems':
      return `must have at least ${entries(rule.limit)}.`;
    case 'maxItems':
      return `must have at most ${entries(rule.limit)}.`;
    case 'format':
      return `must be ${FORMATS[rule.format]?.says ?? `in the format ${rule.format}`}.`;
    case 'oneOf':
      return `must be one of ${rule.values.join(', ')}.`;
    default:
      return `${rule.text}.`;
  }
}

const entries = (count: number): string => (count === 1 ? 'one entry' : `${count} entries`);

function withArticle(type: string): string {
  const article = /^[aeiou]/.test(type) ? 'an' : 'a';
  return type === 'integer' ? 'a whole number' : `${article} ${type}`;
}
