import type { ErrorObject } from 'ajv';

const FORMATS: Record<string, string> = {
  text: 'text without NUL characters',
  line: 'one line of text',
  paragraphs: 'plain text',
  word: 'text without spaces, in ASCII',
  uuid: 'a UUID',
  uri: 'an absolute URL',
  'idn-email': 'an e-mail address',
  'person-name': 'a name in one line, without a link',
  'date-time': 'a date and time such as 2027-03-06T18:00:00Z',
};

/** The field that breaks the rule, as the client wrote it; null where it is the whole. */
export function fieldOf({ keyword, instancePath, params }: ErrorObject): string | null {
  const missing: unknown = keyword === 'required' ? params['missingProperty'] : null;
  const unknown: unknown = keyword === 'additionalProperties' ? params['additionalProperty'] : null;
  const name = missing ?? unknown;
  return (typeof name === 'string' ? join(instancePath, name) : fieldName(instancePath)) || null;
}

/** One sentence for the first broken rule: the field as the client wrote it, and what it takes. */
export function describeViolation(violation: ErrorObject, part: string): string {
  const field = fieldOf(violation) ?? (part === 'body' ? 'The body' : part);
  const { keyword, params } = violation;
  const parent = violation.parentSchema as
    | { minimum?: number; maximum?: number; description?: string }
    | undefined;
  switch (keyword) {
    case 'required':
      return `${field} is required.`;
    case 'additionalProperties':
      return `${field} is not a known field.`;
    case 'type':
      return parent?.minimum !== undefined && parent.maximum !== undefined
        ? `${field} must be a whole number from ${parent.minimum} to ${parent.maximum}.`
        : `${field} must be ${withArticle(String(params['type']))}.`;
    case 'minimum':
    case 'maximum':
      return parent?.minimum !== undefined && parent.maximum !== undefined
        ? `${field} must be a whole number from ${parent.minimum} to ${parent.maximum}.`
        : `${field} must be ${params['comparison'] === '>=' ? 'at least' : 'at most'} ${String(params['limit'])}.`;
    case 'minLength':
      return `${field} must not be empty.`;
    case 'maxLength':
      return `${field} must have at most ${String(params['limit'])} characters.`;
    case 'minItems':
      return `${field} must have at least ${entries(params['limit'])}.`;
    case 'maxItems':
      return `${field} must have at most ${entries(params['limit'])}.`;
    case 'format':
      return `${field} must be ${FORMATS[String(params['format'])] ?? `in the format ${String(params['format'])}`}.`;
    default:
      return `${field} ${violation.message ?? 'is not valid'}.`;
  }
}

/** `/items/0/sku` as `items[0].sku`. */
function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : name ? `${name}.${step}` : step), '')
    .slice(0, 200);
}

const join = (pointer: string, name: string): string =>
  fieldName(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);

const entries = (count: unknown): string => (count === 1 ? 'one entry' : `${String(count)} entries`);

function withArticle(type: string): string {
  const article = /^[aeiou]/.test(type) ? 'an' : 'a';
  return type === 'integer' ? 'a whole number' : `${article} ${type}`;
}
