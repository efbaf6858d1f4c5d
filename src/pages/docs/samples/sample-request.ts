import {
  resolve,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from '../../../values/openapi-document.ts';
import { composeExample, writtenExamples } from '../example-value.ts';
import { groupOperations, type OperationEntry } from '../group-operations.ts';

/** A call with the values of the examples, to be written down in any language. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly needsKey: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Undefined where the call has none. */
  readonly body: unknown;
  /** A field of the body that another operation answers: the sample makes that call first. */
  readonly taken?: { readonly field: string; readonly example: string; readonly from: SampleRequest };
}

/** A reader sets this variable once, and every sample runs as it stands. */
export const KEY_VARIABLE = 'TESSERA_KEY';

export function sampleRequest(document: OpenApiDocument, entry: OperationEntry): SampleRequest {
  const parameters = entry.parameters.filter(belongsInSample);
  const body = exampleBody(document, entry.operation);
  const ofHeader = parameters.filter(({ in: place }) => place === 'header');
  const taken = findTaken(document, entry, body?.example);
  return {
    method: entry.method.toUpperCase(),
    url: sampleUrl(document, entry.path, parameters),
    needsKey: needsKey(document, entry.operation),
    headers: [
      ...ofHeader.map((parameter) => [parameter.name, exampleText(document, parameter)] as const),
      ...(body === undefined ? [] : [['Content-Type', body.mediaType] as const]),
    ],
    body: body?.example,
    ...(taken && { taken }),
  };
}

/** Such a field has the same name and, in the examples, the same value in both. */
function findTaken(
  document: OpenApiDocument,
  { anchor }: OperationEntry,
  body: unknown,
): SampleRequest['taken'] {
  if (typeof body !== 'object' || body === null) return undefined;
  const sources = groupOperations(document).flatMap(({ entries }) =>
    entries.filter((entry) => entry.anchor !== anchor),
  );
  for (const [field, example] of Object.entries(body)) {
    const from = sources.find(({ operation }) => answeredBy(document, operation)?.[field] === example);
    if (from && typeof example === 'string') return { field, example, from: sampleRequest(document, from) };
  }
  return undefined;
}

/** The example of what an operation answers. */
function answeredBy(document: OpenApiDocument, operation: Operation): Record<string, unknown> | undefined {
  const listed = operation.responses[201] ?? operation.responses[200];
  const [media] = Object.values((listed && resolve(document, 'responses', listed).content) ?? {});
  const [written] = media ? writtenExamples(document, media) : [];
  return (written?.value as { data?: Record<string, unknown> } | undefined)?.data;
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
