import { composeExample, writtenExamples } from './example-value.ts';
import type { OperationEntry } from './group-operations.ts';
import { html, type Html, type HtmlValue } from '../mail/html.ts';
import { resolve } from '../http/openapi-document.ts';
import type { OpenApiDocument, Operation, Parameter } from '../http/openapi-document.ts';
import { colourJson, token } from './render-code.ts';

/** A reader exports this once and every sample runs as it stands. */
export const KEY_VARIABLE = '$TESSERA_KEY';

export function curlSample(document: OpenApiDocument, entry: OperationEntry): Html {
  const parameters = entry.parameters.filter(belongsInSample);
  const body = requestBodyOf(document, entry.operation);

  const method: HtmlValue = entry.method !== 'get' && [token('key', '-X'), ` ${entry.method.toUpperCase()} `];
  const url = shellQuote(sampleUrl(document, entry.path, parameters));
  const parts: HtmlValue[][] = [[token('word', 'curl'), ' ', method, token('string', url)]];
  if (needsKey(document, entry.operation)) {
    // Double quotes, so that the shell fills in the key.
    const credentials = [
      token('string', '"Authorization: Bearer '),
      token('word', KEY_VARIABLE),
      token('string', '"'),
    ];
    parts.push([token('key', '-H'), ' ', credentials]);
  }
  for (const parameter of parameters.filter(({ in: place }) => place === 'header')) {
    parts.push(headerFlag(parameter.name, exampleText(document, parameter)));
  }
  if (body !== undefined) {
    parts.push(headerFlag('Content-Type', body.mediaType));
    parts.push([token('key', '-d'), ' ', colourJson(shellQuote(JSON.stringify(body.example, null, 2)))]);
  }
  return html`${parts.map((part, at) => (at === 0 ? part : [' \\\n  ', part]))}`;
}

function headerFlag(name: string, value: string): HtmlValue[] {
  return [token('key', '-H'), ' ', token('string', shellQuote(`${name}: ${value}`))];
}

/**
 * An optional parameter joins the sample only by an example of its own. An example on its schema documents the value
 * without changing the call: a sample with a stale cursor or ETag would not answer what the page shows beside it.
 */
function belongsInSample(parameter: Parameter): boolean {
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

function exampleText(document: OpenApiDocument, parameter: Parameter): string {
  const value = parameter.example ?? composeExample(document, parameter.schema ?? {});
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function requestBodyOf(document: OpenApiDocument, { requestBody }: Operation) {
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

function shellQuote(text: string): string {
  if (/^[\w:/.@%+=,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
