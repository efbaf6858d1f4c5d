import type { ErrorObject } from 'ajv';
import { describeRule, type Rule } from '../values/describe-rule.ts';

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
  return `${field} ${describeRule(ruleOf(violation))}`;
}

/** The rule, as the dashboard's forms know it too. */
export function ruleOf({ keyword, params, message, parentSchema }: ErrorObject): Rule {
  const { minimum, maximum, format, properties } = (parentSchema ?? {}) as {
    minimum?: number;
    maximum?: number;
    format?: string;
    properties?: Record<string, { format?: string }>;
  };
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return { kind: 'required', format: properties?.[String(params['missingProperty'])]?.format };
    case 'additionalProperties':
      return { kind: 'unknown' };
    case 'type':
    case 'minimum':
    case 'maximum':
      if (minimum !== undefined && maximum !== undefined) return { kind: 'range', minimum, maximum };
      return keyword === 'type' ? { kind: 'type', type: String(params['type']) } : { kind: keyword, limit };
    case 'minLength':
      return { kind: 'minLength', limit, format };
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return { kind: keyword, limit };
    case 'format':
      return { kind: 'format', format: String(params['format']) };
    case 'enum':
      return { kind: 'oneOf', values: params['allowedValues'] as unknown[] };
    case 'const':
      return { kind: 'oneOf', values: [params['allowedValue']] };
    case 'uniqueItems':
      return { kind: 'unique' };
    case 'minProperties':
      return { kind: 'unchanged' };
    default:
      return { kind: 'other', text: message ?? 'is not valid' };
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
