import { FORMATS } from './formats.ts';
import type { Rule } from './describe-rule.ts';

/** A field as the server names it, such as `items[0].sku`, and the rule that it breaks. The whole has no name. */
export type Problem = { field: string; rule: Rule };

/** The part of JSON Schema that bodies of the dashboard are written in: a test holds them to it. */
type Schema = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  minProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  format?: string;
  minimum?: number;
  maximum?: number;
};

/** Finds the problems of a body, at most one for each field: exactly those that the server would refuse. */
export function checkBody(schema: object, value: unknown): Problem[] {
  const problems: Problem[] = [];
  check(schema, value, { at: null, problems });
  return problems;
}

/**
 * The place of a value: a field of what is at `of`, or an item of a list. Named only for a problem: a seating plan has a hundred
 * thousand.
 */
type Place = { of: Place | null; key: string | number };
type Looking = { at: Place | null; problems: Problem[] };

function nameOf(place: Place | null): string {
  if (!place) return '';
  const { of, key } = place;
  if (typeof key === 'number') return `${nameOf(of)}[${key}]`;
  return of ? `${nameOf(of)}.${key}` : key;
}

function check(schema: Schema, value: unknown, { at, problems }: Looking): void {
  const broken = brokenType(schema, value) ?? brokenChoice(schema, value) ?? brokenLimit(schema, value);
  if (broken) problems.push({ field: nameOf(at), rule: broken });
  else if (Array.isArray(value)) {
    const { items } = schema;
    if (items)
      for (const [key, item] of value.entries()) check(items, item, { at: { of: at, key }, problems });
  } else if (typeof value === 'object' && value !== null)
    checkFields(schema, value as Record<string, unknown>, { at, problems });
}

function checkFields(
  { properties = {}, required = [], additionalProperties = true, minProperties = 0 }: Schema,
  value: Record<string, unknown>,
  { at, problems }: Looking,
): void {
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  if (given.length < minProperties) problems.push({ field: nameOf(at), rule: { kind: 'unchanged' } });
  for (const key of required)
    if (value[key] === undefined)
      problems.push({
        field: nameOf({ of: at, key }),
        rule: { kind: 'required', format: properties[key]?.format },
      });
  for (const key of given) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (schema) check(schema, value[key], { at: { of: at, key }, problems });
    else if (!additionalProperties)
      problems.push({ field: nameOf({ of: at, key }), rule: { kind: 'unknown' } });
  }
}

function brokenType({ type, minimum, maximum }: Schema, value: unknown): Rule | null {
  if (type === undefined) return null;
  const isFine =
    typeof type === 'string' ? isOfType(type, value) : type.some((name) => isOfType(name, value));
  if (isFine) return null;
  if (minimum !== undefined && maximum !== undefined) return { kind: 'range', minimum, maximum };
  return { kind: 'type', type: [type].flat().join(',') };
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function brokenChoice(schema: Schema, value: unknown): Rule | null {
  // Null is taken by the type alone where a choice may be left open.
  if (schema.enum && !schema.enum.includes(value)) return { kind: 'oneOf', values: schema.enum };
  if (schema.const !== undefined && schema.const !== value) return { kind: 'oneOf', values: [schema.const] };
  return null;
}

function brokenLimit(schema: Schema, value: unknown): Rule | null {
  if (typeof value === 'string') return brokenText(schema, value);
  if (typeof value === 'number') return brokenNumber(schema, value);
  if (Array.isArray(value)) return brokenList(schema, value);
  return null;
}

const HALF_A_CHARACTER = /[\ud800-\udfff]/;

function brokenText({ minLength, maxLength, format }: Schema, text: string): Rule | null {
  // In characters, of which some are two for the machine.
  const { length } = HALF_A_CHARACTER.test(text) ? Array.from(text) : text;
  if (minLength !== undefined && length < minLength) return { kind: 'minLength', limit: minLength, format };
  if (maxLength !== undefined && length > maxLength) return { kind: 'maxLength', limit: maxLength };
  if (format === undefined) return null;
  const takes = FORMATS[format];
  if (!takes) throw new Error(`the form does not know the format ${format}`);
  return takes(text) ? null : { kind: 'format', format };
}

function brokenNumber({ minimum, maximum }: Schema, value: number): Rule | null {
  const isLow = minimum !== undefined && value < minimum;
  const isHigh = maximum !== undefined && value > maximum;
  if (!isLow && !isHigh) return null;
  if (minimum !== undefined && maximum !== undefined) return { kind: 'range', minimum, maximum };
  return isLow ? { kind: 'minimum', limit: minimum } : { kind: 'maximum', limit: maximum ?? Infinity };
}

function brokenList({ minItems, maxItems, uniqueItems }: Schema, list: unknown[]): Rule | null {
  if (minItems !== undefined && list.length < minItems) return { kind: 'minItems', limit: minItems };
  if (maxItems !== undefined && list.length > maxItems) return { kind: 'maxItems', limit: maxItems };
  if (uniqueItems && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    return { kind: 'unique' };
  return null;
}
