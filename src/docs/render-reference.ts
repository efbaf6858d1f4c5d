import { KEY_VARIABLE } from './curl-sample.ts';
import { groupOperations, type OperationGroup } from './group-operations.ts';
import { html, type Html } from '../mail/html.ts';
import { mosaicFragment, tesseraMark } from '../pages/mosaic.ts';
import type { OpenApiDocument } from '../http/openapi-document.ts';
import { prose } from './prose.ts';
import { codePanel, token } from './render-code.ts';
import { renderErrorIndex } from './render-error-index.ts';
import { methodBadge, renderOperation } from './render-operation.ts';

/**
 * The whole reference page. It loads /docs/reference.css and /docs/reference.js and nothing else: no inline script or
 * style, so that `default-src 'self'` is policy enough, and it reads in full without the script.
 */
export function renderReference(document: OpenApiDocument): string {
  const { info } = document;
  const groups = groupOperations(document);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${info.title} reference</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="/docs/reference.css" />
        <script src="/docs/reference.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the reference</a>
        <header class="side">
          ${renderBrand(info)}
          <nav class="wide" aria-label="Reference">${renderContents(groups)}</nav>
          <details class="narrow">
            <summary>Contents</summary>
            <nav aria-label="Reference">${renderContents(groups)}</nav>
          </details>
        </header>
        <main id="content" tabindex="-1">
          ${renderIntroduction(document)} ${groups.map((group) => renderGroup(document, group))}
          ${renderErrorIndex(document, groups)}
        </main>
      </body>
    </html> `.markup;
}

function renderBrand(info: OpenApiDocument['info']): Html {
  return html`<a class="brand" href="#introduction"
    >${tesseraMark()}<span class="wordmark">${info.title}</span>
    <span class="version">v${info.version}</span></a
  >`;
}

/** Printed twice, for wide and for narrow screens; the stylesheet hides one of them, from everybody. */
function renderContents(groups: readonly OperationGroup[]): Html {
  return html`<ul class="contents">
    <li><a href="#introduction">Introduction</a></li>
    ${groups.map(renderGroupLinks)}
    <li><a href="#errors">Error codes</a></li>
  </ul>`;
}

function renderGroupLinks(group: OperationGroup): Html {
  const links = group.entries.map(({ anchor, title, method }) => {
    return html`<li>
      <a href="#${anchor}"><span>${title}</span> ${methodBadge(method)}</a>
    </li>`;
  });
  return html`<li>
    <a class="group" href="#${group.anchor}">${group.name}</a>
    <ul>
      ${links}
    </ul>
  </li>`;
}

function renderIntroduction(document: OpenApiDocument): Html {
  const [server] = document.servers ?? [];
  const schemes = Object.values(document.components?.securitySchemes ?? {});
  const bearer = schemes.find(({ scheme }) => scheme === 'bearer');
  return html`<section class="introduction" id="introduction" aria-labelledby="title" data-section>
    ${mosaicFragment()}
    <h1 id="title">${document.info.title}</h1>
    <div class="prose lead">${prose(document.info.description)}</div>
    <div class="basics">
      ${server && renderBasic('Base address', html`${server.url}`, server.description)}
      ${bearer && renderBasic('Authentication', BEARER_HEADER, bearer.description)}
    </div>
  </section>`;
}

const BEARER_HEADER = html`${['Authorization: Bearer ', token('word', KEY_VARIABLE)]}`;

function renderBasic(title: string, code: Html, description: string | undefined): Html {
  return html`<div>
    <h2>${title}</h2>
    ${codePanel({ label: title, code })} ${prose(description)}
  </div>`;
}

function renderGroup(document: OpenApiDocument, group: OperationGroup): Html {
  return html`<section class="group" aria-labelledby="${group.anchor}">
    <div class="group-head" data-section="${group.anchor}">
      <h2 id="${group.anchor}">${group.name}</h2>
      <div class="prose">${prose(group.description)}</div>
    </div>
    ${group.entries.map((entry) => renderOperation(document, entry))}
  </section>`;
}
