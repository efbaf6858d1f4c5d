import type { VNode } from 'preact';
import type { OpenApiDocument, Schema } from '../../values/openapi-document.ts';
import { isModel, modelAnchor } from './models.ts';
import { readSchema, typesOf, type SchemaReading } from './read-schema.ts';

/** The type in words, with links to the models that it names: `array of Ticket`, `string (uuid) or null`. */
export function TypeLabel({ document, schema }: { document: OpenApiDocument; schema: Schema }): VNode {
  return (
    <>
      {typeParts(document, schema).map((part) =>
        isModel(document, part) ? <a href={`#${modelAnchor(part)}`}>{part}</a> : part,
      )}
    </>
  );
}

export const typeLabel = (document: OpenApiDocument, schema: Schema): string =>
  typeParts(document, schema).join('');

/** Names of components stand by themselves. */
function typeParts(document: OpenApiDocument, written: Schema): string[] {
  const reading = readSchema(document, written);
  const { schema, variants } = reading;
  const suffix = reading.nullable ? [' or null'] : [];
  if (variants.length > 0) {
    // Named variants keep this short, and a label never descends into one: it may contain this very schema.
    const labels = new Set(variants.map((variant) => shortLabel(readSchema(document, variant))));
    return [...[...labels].flatMap((label, at) => (at === 0 ? [label] : [' or ', label])), ...suffix];
  }
  if (schema.items !== undefined) {
    return ['array of ', shortLabel(readSchema(document, schema.items)), ...suffix];
  }
  if (reading.name !== undefined && schema.properties !== undefined) return [reading.name, ...suffix];
  const format = schema.format === undefined ? [] : [` (${schema.format})`];
  return [plainType(schema), ...format, ...suffix];
}

const shortLabel = ({ name, schema }: SchemaReading): string => name ?? schema.title ?? plainType(schema);

function plainType(schema: Schema): string {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length > 0) return types.join(' or ');
  if (schema.properties !== undefined) return 'object';
  const value = schema.const ?? schema.enum?.[0];
  return value === undefined ? 'any' : typeof value;
}
