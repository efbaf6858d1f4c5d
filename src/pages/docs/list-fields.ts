import type { OpenApiDocument, Schema } from '../../values/openapi-document.ts';
import { readSchema } from './read-schema.ts';
import { typeLabel } from './type-label.tsx';

/** A field of a body, where it stands in the reading order of all of them. */
export interface Field {
  readonly kind: 'field';
  /** The field's anchor on the page. */
  readonly anchor: string;
  readonly name: string;
  readonly schema: Schema;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly depth: number;
  /** Its own fields are those of something that it is part of. */
  readonly recurs: boolean;
}

/** The heading of the fields of one of several shapes. */
interface Variant {
  readonly kind: 'variant';
  readonly title: string;
}

interface Walk {
  readonly document: OpenApiDocument;
  readonly anchor: string;
  readonly depth: number;
  /** Schemas we are inside of, so that a tree of categories ends. */
  readonly ancestors: readonly Schema[];
  /** Named models have their fields elsewhere. */
  readonly stopsAtNames: boolean;
}

/** The fields of a schema and what is below them, each with an anchor that begins with the given one. */
export function listFields(
  document: OpenApiDocument,
  schema: Schema,
  { anchor, stopsAtNames = false }: { anchor: string; stopsAtNames?: boolean },
): (Field | Variant)[] {
  return fieldsBelow({ document, anchor, depth: 0, ancestors: [], stopsAtNames }, schema);
}

function fieldsBelow(walk: Walk, written: Schema): (Field | Variant)[] {
  const { schema, origin, name, variants } = readSchema(walk.document, written);
  if (walk.ancestors.includes(origin)) return [];
  if (walk.stopsAtNames && name !== undefined && walk.depth > 0) return [];
  const inside: Walk = { ...walk, ancestors: [...walk.ancestors, origin] };

  if (variants.length > 0) return variants.flatMap((variant, at) => fieldsOfVariant(inside, variant, at));
  if (schema.items !== undefined) return fieldsBelow(inside, schema.items);
  const required = new Set(schema.required);
  const named = Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
    fieldAndBelow(inside, { name: field, property, required: required.has(field) }),
  );
  if (typeof schema.additionalProperties !== 'object') return named;
  const property = schema.additionalProperties;
  return [...named, ...fieldAndBelow(inside, { name: '(any name)', property, required: true })];
}

function fieldAndBelow(
  walk: Walk,
  { name, property, required }: { name: string; property: Schema; required: boolean },
): (Field | Variant)[] {
  const anchor = `${walk.anchor}-${name.replaceAll(/[^\w-]/g, '')}`;
  const field: Field = {
    kind: 'field',
    anchor,
    name,
    schema: property,
    description: readSchema(walk.document, property).schema.description,
    required,
    depth: walk.depth,
    recurs: recurs(walk, property),
  };
  return [field, ...fieldsBelow({ ...walk, anchor, depth: walk.depth + 1 }, property)];
}

function recurs(walk: Walk, property: Schema): boolean {
  const { origin, schema } = readSchema(walk.document, property);
  if (walk.ancestors.includes(origin)) return true;
  return (
    schema.items !== undefined && walk.ancestors.includes(readSchema(walk.document, schema.items).origin)
  );
}

function fieldsOfVariant(walk: Walk, variant: Schema, at: number): (Field | Variant)[] {
  const fields = fieldsBelow({ ...walk, anchor: `${walk.anchor}-${at + 1}` }, variant);
  if (fields.length === 0) return [];
  const { schema, name } = readSchema(walk.document, variant);
  const which = schema.title ?? name ?? typeLabel(walk.document, variant);
  return [{ kind: 'variant', title: `${at === 0 ? 'Either' : 'Or'} ${which}` }, ...fields];
}
