import { resolve } from '../../values/openapi-document.ts';
import type { OpenApiDocument, Schema } from '../../values/openapi-document.ts';

/** A schema as a reader sees it: references followed, `allOf` merged, "or null" told apart from real alternatives. */
export interface SchemaReading {
  readonly schema: Schema;
  /** The component's name, when it was reached by reference. */
  readonly name: string | undefined;
  /** The object in the document this came from; meeting it again further down means recursion. */
  readonly origin: Schema;
  readonly nullable: boolean;
  readonly variants: readonly Schema[];
}

/** A schema that wraps itself in `allOf` or `anyOf` describes nothing; this many layers are never honest. */
const MAX_LAYERS = 32;

export function readSchema(document: OpenApiDocument, written: Schema, layer = 0): SchemaReading {
  if (layer >= MAX_LAYERS) throw new Error('a schema is defined only in terms of itself');
  const { $ref, ...beside } = written;
  const origin = $ref === undefined ? written : resolve(document, 'schemas', { $ref });
  const schema = mergeAllOf(document, $ref === undefined ? origin : { ...origin, ...beside }, layer);

  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = oneOf ?? anyOf ?? [];
  const variants = alternatives.filter((alternative) => alternative.type !== 'null');
  const nullable = variants.length < alternatives.length || typesOf(schema).includes('null');
  const name = $ref?.split('/').at(-1);

  const [only] = variants;
  if (only !== undefined && variants.length === 1) {
    const inner = readSchema(document, only, layer + 1);
    return {
      ...inner,
      schema: { ...inner.schema, ...rest },
      name: name ?? inner.name,
      nullable: nullable || inner.nullable,
    };
  }
  if (variants.length > 0 && variants.every((variant) => variant.const !== undefined)) {
    // The way TypeBox writes an enum; readers want the list of values.
    const values = variants.map((variant) => variant.const);
    return {
      schema: { type: typeof values[0], ...rest, enum: values },
      name,
      origin,
      nullable,
      variants: [],
    };
  }
  return { schema, name, origin, nullable, variants };
}

function mergeAllOf(document: OpenApiDocument, schema: Schema, layer: number): Schema {
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  const parts = [...allOf.map((part) => readSchema(document, part, layer + 1).schema), own];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => part.required ?? []),
  };
}

export function typesOf(schema: Schema): readonly string[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
}
