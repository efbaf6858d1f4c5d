import { resolve } from '../../values/openapi-document.ts';
import type { MediaType, OpenApiDocument, Schema } from '../../values/openapi-document.ts';
import { readSchema } from './read-schema.ts';

export interface NamedExample {
  readonly name: string | undefined;
  readonly value: unknown;
}

/** Examples written for a body; none means none were written, and a caller may compose one from the schema. */
export function writtenExamples(document: OpenApiDocument, media: MediaType): NamedExample[] {
  if (media.example !== undefined) return [{ name: undefined, value: media.example }];
  return Object.entries(media.examples ?? {}).map(([key, listed]) => {
    const example = resolve(document, 'examples', listed);
    return { name: example.summary ?? key, value: example.value };
  });
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0197c1f2-6f0a-7c3e-9d52-4b8e1a7f2c60',
  'date-time': '2026-03-14T18:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com',
};

/** A plausible value composed from a schema's own examples, defaults and enums, cut off where it would recurse. */
export function composeExample(
  document: OpenApiDocument,
  written: Schema,
  ancestors: readonly Schema[] = [],
): unknown {
  const { schema, origin, variants } = readSchema(document, written);
  const given = [schema.example, schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  if (ancestors.includes(origin)) return null;

  const below = [...ancestors, origin];
  const [variant] = variants;
  if (variant !== undefined) return composeExample(document, variant, below);
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(fields.map(([name, field]) => [name, composeExample(document, field, below)]));
  }
  if (schema.items !== undefined) return [composeExample(document, schema.items, below)];
  return placeholder(schema);
}

function placeholder(schema: Schema): unknown {
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (type === 'array') return [];
  return BY_FORMAT[schema.format ?? ''] ?? 'string';
}
