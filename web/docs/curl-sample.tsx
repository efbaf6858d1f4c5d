import type { ComponentChildren, VNode } from 'preact';
import {
  resolve,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from '../../src/values/openapi-document.ts';
import { ColouredJson, Token } from './code.tsx';
import { composeExample, writtenExamples } from './example-value.ts';
import type { OperationEntry } from './group-operations.ts';

/** A reader exports this once and every sample runs as it stands. */
export const KEY_VARIABLE = '$TESSERA_KEY';

export function CurlSample({ document, entry }: { document: OpenApiDocument; entry: OperationEntry }): VNode {
  const parameters = entry.parameters.filter(belongsInSample);
  const body = requestBodyOf(document, entry.operation);
  const lines: ComponentChildren[] = [
    <CallLine method={entry.method} url={sampleUrl(document, entry.path, parameters)} />,
  ];
  if (needsKey(document, entry.operation)) lines.push(<KeyFlag />);
  for (const parameter of parameters.filter(({ in: place }) => place === 'header')) {
    lines.push(<HeaderFlag name={parameter.name} value={exampleText(document, parameter)} />);
  }
  if (body !== undefined) {
    lines.push(<HeaderFlag name="Content-Type" value={body.mediaType} />);
    const json = shellQuote(JSON.stringify(body.example, null, 2));
    lines.push(<Flag name="-d" value={<ColouredJson text={json} />} />);
  }
  return <>{lines.map((line, at) => (at === 0 ? line : [' \\\n  ', line]))}</>;
}

function CallLine({ method, url }: { method: string; url: string }): VNode {
  return (
    <>
      <Token kind="word" text="curl" />{' '}
      {method !== 'get' && (
        <>
          <Token kind="key" text="-X" /> {method.toUpperCase()}{' '}
        </>
      )}
      <Token kind="string" text={shellQuote(url)} />
    </>
  );
}

function Flag({ name, value }: { name: string; value: ComponentChildren }): VNode {
  return (
    <>
      <Token kind="key" text={name} /> {value}
    </>
  );
}

function HeaderFlag({ name, value }: { name: string; value: string }): VNode {
  return <Flag name="-H" value={<Token kind="string" text={shellQuote(`${name}: ${value}`)} />} />;
}

/** In double quotes, so that the shell fills in the key. */
function KeyFlag(): VNode {
  const credentials = (
    <>
      <Token kind="string" text={'"Authorization: Bearer '} />
      <Token kind="word" text={KEY_VARIABLE} />
      <Token kind="string" text={'"'} />
    </>
  );
  return <Flag name="-H" value={credentials} />;
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
