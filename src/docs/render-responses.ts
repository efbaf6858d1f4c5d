import { STATUS_CODES } from 'node:http';
import { errorCodesOf, renderErrorCodes } from './error-codes.ts';
import { composeExample, writtenExamples, type NamedExample } from './example-value.ts';
import type { OperationEntry } from './group-operations.ts';
import { html, type Html } from '../mail/html.ts';
import { resolve } from '../http/openapi-document.ts';
import type { OpenApiDocument, Response } from '../http/openapi-document.ts';
import { inline, prose } from './prose.ts';
import { codePanel, colourJson } from './render-code.ts';
import { renderBodyFields } from './render-fields.ts';

interface Answer {
  readonly status: string;
  readonly response: Response;
}

function answersOf(document: OpenApiDocument, entry: OperationEntry): Answer[] {
  return Object.entries(entry.operation.responses).map(([status, listed]) => ({
    status,
    response: resolve(document, 'responses', listed),
  }));
}

export function renderResponses(document: OpenApiDocument, entry: OperationEntry): Html {
  return html`<h4>Responses</h4>
    <ul class="answers">
      ${answersOf(document, entry).map((answer) => renderAnswer(document, answer))}
    </ul>`;
}

function renderAnswer(document: OpenApiDocument, { status, response }: Answer): Html {
  const codes = errorCodesOf(document, response);
  const [media] = Object.values(response.content ?? {});
  // Every error has the same envelope, so its codes say more than its fields would.
  const fields =
    codes.length === 0 && media?.schema !== undefined && renderBodyFields(document, media.schema, 'received');
  return html`<li>
    <div class="answer-head">
      <h5>${statusMark(status)} ${STATUS_CODES[status]}</h5>
      <div>${prose(response.description)}</div>
    </div>
    ${response.headers !== undefined && renderHeaders(document, response.headers)}
    ${codes.length > 0 && renderErrorCodes(codes)} ${fields && renderFolded(fields)}
  </li>`;
}

function renderFolded(fields: Html): Html {
  return html`<details class="body">
    <summary>Body fields</summary>
    ${fields}
  </details>`;
}

export function statusMark(status: string): Html {
  const family = status.startsWith('2') ? 'good' : status.startsWith('3') ? 'neutral' : 'bad';
  return html`<span class="status ${family}">${status}</span>`;
}

function renderHeaders(document: OpenApiDocument, headers: NonNullable<Response['headers']>): Html {
  const terms = Object.entries(headers).map(([name, listed]) => {
    const header = resolve(document, 'headers', listed);
    return html`<div>
      <dt><code>${name}</code> <span class="place">header</span></dt>
      <dd>${inline(header.description ?? '')}</dd>
    </div>`;
  });
  return html`<dl class="headers" aria-label="Response headers">${terms}</dl>`;
}

/** One example open, the others a click away; sharing a name makes the browser keep a single one open. */
export function renderResponseSamples(document: OpenApiDocument, entry: OperationEntry): Html | false {
  const samples = answersOf(document, entry).flatMap((answer) =>
    examplesOf(document, answer).map(({ name, value }) => ({ status: answer.status, name, value })),
  );
  if (samples.length === 0) return false;
  const opened = samples.find(({ status }) => status.startsWith('2')) ?? samples[0];
  const name = `${entry.anchor}-samples`;
  const panels = samples.map((sample) => {
    const panel = renderSample(sample);
    return sample === opened
      ? html`<details class="sample" name="${name}" open>${panel}</details>`
      : html`<details class="sample" name="${name}">${panel}</details>`;
  });
  return html`<div class="replies">${panels}</div>`;
}

function renderSample({ status, name, value }: NamedExample & { readonly status: string }): Html {
  const title = name ?? STATUS_CODES[status] ?? 'Response';
  const code = colourJson(JSON.stringify(value, null, 2));
  return html`<summary>${statusMark(status)} ${title}</summary>
    ${codePanel({ label: `${status} ${title}`, code })}`;
}

/** Successes always get a sample; refusals only a written one, since a composed one would be all placeholders. */
function examplesOf(document: OpenApiDocument, { status, response }: Answer): NamedExample[] {
  const [media] = Object.values(response.content ?? {});
  if (media === undefined) return [];
  const written = writtenExamples(document, media);
  if (written.length > 0 || media.schema === undefined || !status.startsWith('2')) return written;
  return [{ name: undefined, value: composeExample(document, media.schema) }];
}
