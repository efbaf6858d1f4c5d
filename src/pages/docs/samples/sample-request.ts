import {
  resolve,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from '../../../values/openapi-document.ts';
import { composeExample, writtenExamples } from '../example-value.ts';
import type { OperationEntry } from '../group-operations.ts';

/** A call with the values of the examples, to be written down in any language. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly needsKey: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Undefined where the call has none. */
  readonly body: unknown;
}

/** A reader sets this variable once, and every sample runs as it stands. */
export const KEY_VARIABLE = 'TESSERA_KEY';

export function sampleRequest(document: OpenApiDocument, entry: OperationEntry): SampleRequest {
  const parameters = entry.parameters.filter(belongsInSample);
  const body = exampleBody(document, entry.operation);
  const ofHeader = parameters.filter(({ in: place }) => place === 'header');
  return {
    method: entry.method.toUpperCase(),
    url: sampleUrl(document, entry.path, parameters),
    needsKey: needsKey(document, entry.operation),
    headers: [
      ...ofHeader.map((parameter) => [parameter.name, exampleText(document, parameter)] as const),
      ...(body === undefined ? [] : [['Content-Type', body.mediaType] as const]),
    ],
    body: body?.example,
  };
}

/**
 * An optional parameter joins the sample only by an example of its own. An example on its schema documents the value
 * without changing the call: a sample with a stale cursor or ETag would not answer what the page shows beside it.
 */
export function belongsInSample(parameter: Parameter): boolean {
  return parameter.required === true || parameter.example !== undefined;
}

export function needsKey(document: OpenApiDocument, operation: Operation): boolean {
  const requirements = operation.security ?? document.security ?? [];
  const schemeNames = requirements.map((requirement) => Object.keys(requirement));
  // An empty requirement among several means the key is optional.
  if (schemeNames.some((names) => names.length === 0)) return false;
  const schemes = document.components?.securitySchemes ?? {};
  return schemeNames.flat().some((name) => schemes[name]?.scheme === 'bearer');
}

function sampleUrl(document: OpenApiDocument, path: string, parameters: readonly Parameter[]): string {
  const base = (document.servers?.[0]?.url ?? '').replace(/\/$/, '');
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const text = exampleText(document, parameter);
    if (parameter.in === 'path') filled = filled.replaceAll(`{${parameter.name}}`, encodeURIComponent(text));
    if (parameter.in === 'query') query.set(parameter.name, text);
  }
  return query.size === 0 ? base + filled : `${base}${filled}?${query.toString()}`;
}

export function exampleText(document: OpenApiDocument, parameter: Parameter): string {
  const value = parameter.example ?? composeExample(document, parameter.schema ?? {});
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function exampleBody(
  document: OpenApiDocument,
  { requestBody }: Operation,
): { mediaType: string; example: unknown } | undefined {
  if (requestBody === undefined) return undefined;
  const [content] = Object.entries(resolve(document, 'requestBodies', requestBody).content);
  if (content === undefined) return undefined;
  const [mediaType, media] = content;
  const [written] = writtenExamples(document, media);
  return {
    mediaType,
    example: written === undefined ? composeExample(document, media.schema ?? {}) : written.value,
  };
}
