import { curlSample, needsKey } from './curl-sample.ts';
import type { OperationEntry } from './group-operations.ts';
import { html, type Html } from '../mail/html.ts';
import { resolve } from '../http/openapi-document.ts';
import type { Method, OpenApiDocument } from '../http/openapi-document.ts';
import { prose } from './prose.ts';
import { codePanel } from './render-code.ts';
import { renderBodyFields, renderParameters } from './render-fields.ts';
import { renderResponses, renderResponseSamples } from './render-responses.ts';

/** What it does on the left, how to call it and what comes back on the right. */
export function renderOperation(document: OpenApiDocument, entry: OperationEntry): Html {
  const { anchor, title, operation, parameters } = entry;
  return html`<article class="operation" id="${anchor}" aria-labelledby="${anchor}-title" data-section>
    <div class="words">
      <h3 id="${anchor}-title"><a class="self" href="#${anchor}">${title}</a></h3>
      <p class="route">${methodBadge(entry.method)} <code>${renderPath(entry.path)}</code></p>
      ${needsKey(document, operation) ? false : html`<p class="open">No key needed</p>`}
      <div class="prose">${prose(operation.description)}</div>
      ${
        parameters.length > 0 &&
        html`<h4>Parameters</h4>
          ${renderParameters(document, parameters)}`
      }
      ${renderRequestBody(document, entry)} ${renderResponses(document, entry)}
    </div>
    <aside class="samples" aria-label="Samples: ${title}">
      <div class="request">
        <p class="caption">Request</p>
        ${codePanel({ label: `curl: ${title}`, code: curlSample(document, entry) })}
      </div>
      ${renderResponseSamples(document, entry)}
    </aside>
  </article>`;
}

export function methodBadge(method: Method): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Long paths may wrap before a slash; the names to fill in stand out. */
function renderPath(path: string): Html[] {
  const segments = path.split('/').slice(1);
  return segments.map((segment) => {
    const name = segment.startsWith('{') ? html`<var>${segment}</var>` : segment;
    return html`<wbr />/${name}`;
  });
}

function renderRequestBody(document: OpenApiDocument, { operation }: OperationEntry): Html | false {
  if (operation.requestBody === undefined) return false;
  const body = resolve(document, 'requestBodies', operation.requestBody);
  const schemas = Object.values(body.content).flatMap(({ schema }) => schema ?? []);
  return html`<h4>Request body</h4>
    <div class="prose">${prose(body.description)}</div>
    ${schemas.map((schema) => renderBodyFields(document, schema, 'sent'))}`;
}
