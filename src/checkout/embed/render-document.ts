import type { PageData } from '../../../web/checkout/contract.ts';
import { Html, html } from '../../mail/html.ts';
import type { HexColor } from '../../values/contrast.ts';
import type { Language } from '../../values/language.ts';
import { accentFor, type Accent } from './accent.ts';
import type { Theme } from './page-query.ts';

export type Look = {
  language: Language;
  /** Null: as the buyer's device likes it. */
  theme: Theme | null;
  color: HexColor | null;
  /** The one secret of this answer: whatever has it may style the page. */
  nonce: string;
};

export function renderDocument(
  look: Look,
  page: {
    data: PageData;
    /** What `renderCheckout` made of the data. */
    markup: string;
    stylesheet: string;
    scripts: { entry: string; preloads: string[] };
    assetsPath: string;
  },
): string {
  const { data, scripts, assetsPath } = page;
  return html`<!doctype html>
    <html lang="${look.language}" data-theme="${look.theme ?? 'auto'}">
      <head>
        <meta charset="utf-8" />
        <title>${data.event.name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${look.theme ?? 'light dark'}" />
        <style nonce="${look.nonce}">
          ${new Html(page.stylesheet)}${new Html(accentStyle(look.color))}
        </style>
        ${scripts.preloads.map((name) => html`<link rel="modulepreload" href="${assetsPath}/${name}" />`)}
        <script type="module" src="${assetsPath}/${scripts.entry}"></script>
      </head>
      <body>
        <div id="checkout">${new Html(page.markup)}</div>
        <script type="application/json" id="page-data">
          ${new Html(jsonForMarkup(data))}
        </script>
      </body>
    </html>`.markup;
}

/** Inside a script element nothing is unescaped, so the text must not have anything that ends it, or begins a comment. */
function jsonForMarkup(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function accentStyle(color: HexColor | null): string {
  const dark = variables(accentFor('dark', color));
  return [
    `:root{${variables(accentFor('light', color))}}`,
    `@media (prefers-color-scheme:dark){:root[data-theme=auto]{${dark}}}`,
    `:root[data-theme=dark]{${dark}}`,
  ].join('');
}

const variables = ({ accent, onAccent, accentText }: Accent): string =>
  `--accent:#${accent};--on-accent:#${onAccent};--accent-text:#${accentText}`;
