import assert from 'node:assert/strict';
import type { Schema } from '../values/openapi-document.ts';

// The validator's own formats as patterns that every reader of the document can apply. Each accepts everything that the validator
// accepts; for names, the rule against links is left out.
const PATTERNS: Readonly<Record<string, string>> = {
  text: String.raw`^[^\x00]*$`,
  word: '^[!-~]+$',
  'word-or-empty': '^[!-~]*$',
  'person-name': String.raw`^.*\S.*$`,
};

const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const MAX_INT32 = 2 ** 31 - 1;

type Written = Schema & { readonly inDocument?: Partial<Schema> };

/** Schemas as the document has them: one that has a title is a component of that name, wherever it is used. */
export function createSchemaShelf() {
  const components: Record<string, Schema> = {};

  function use(written: Written): Schema {
    const { title, ...schema } = describe(written);
    if (title === undefined) return schema;
    const known = components[title];
    if (known) assert.deepEqual(schema, known, `two schemas have the title ${title}`);
    components[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }

  function describe({ inDocument, format, properties = {}, ...written }: Written): Schema {
    const { items, additionalProperties } = written;
    const fields = Object.entries(properties).map(([name, field]) => [name, use(field)] as const);
    return {
      ...written,
      ...describeFormat({ ...written, ...(format !== undefined && { format }) }),
      ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
      ...(items && { items: use(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: use(additionalProperties) }),
      ...inDocument,
    };
  }

  return { use, components };
}

export type SchemaShelf = ReturnType<typeof createSchemaShelf>;

/** Generators take a number without a format for a narrow one: money would not fit into it, and places would be rounded. */
function describeFormat({ type, format, maximum = Infinity }: Schema): Schema {
  const types = new Set([type].flat());
  if (types.has('integer')) return { format: maximum > MAX_INT32 ? 'int64' : 'int32' };
  if (types.has('number')) return { format: 'double' };
  if (format === undefined) return {};
  const pattern = PATTERNS[format];
  return pattern === undefined ? { format } : { pattern };
}

/** In a header everything is text: generators that have a type of their own for a UUID would fail to send it. */
export function asText(schema: Schema): Schema {
  const { format, ...rest } = schema;
  return format === 'uuid' ? { ...rest, pattern: UUID_PATTERN } : schema;
}
