import type { OpenApiDocument, Schema } from '../../values/openapi-document.ts';
import { readSchema } from './read-schema.ts';

/** The section of the page that has them. */
export const MODELS = 'models';

export const modelAnchor = (name: string): string => `model-${name}`;

export interface Model {
  readonly name: string;
  readonly schema: Schema;
}

/** The things that the API speaks of, by name. Wrappers around them, and around errors, are left out. */
export function listModels(document: OpenApiDocument): Model[] {
  return Object.keys(document.components?.schemas ?? {})
    .filter((name) => isModel(document, name))
    .map((name) => ({ name, schema: referenceTo(name) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

export function isModel(document: OpenApiDocument, name: string): boolean {
  if (!Object.hasOwn(document.components?.schemas ?? {}, name)) return false;
  const { properties = {} } = readSchema(document, referenceTo(name)).schema;
  const isEnvelope = 'status' in properties && ('data' in properties || 'error_code' in properties);
  return Object.keys(properties).length > 0 && !isEnvelope;
}

const referenceTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
