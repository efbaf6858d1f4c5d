import { tesseraMark } from '../../pages/mosaic.ts';
import { html, type Html, type HtmlValue } from '../../pages/html.ts';
import { icon, type IconName } from './draw-icon.ts';

export type Layout = {
  title: string;
  /** Where the stylesheet and the script are, seen from the page: it works under whatever path a proxy shows it. */
  assets: string;
  head?: HtmlValue;
  main: HtmlValue;
};

export function layout({ title, assets, head, main }: Layout): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Tessera</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href="${assets}/receipt.css" />
        <script src="${assets}/receipt.js" defer></script>
        ${head}
      </head>
      <body>
        <header class="bar">
          <p class="brand">${tesseraMark()}<span>Tessera</span></p>
        </header>
        <main>${main}</main>
      </body>
    </html>`.markup;
}

export type Headline = { tone: 'good' | 'wait' | 'ended'; icon: IconName; title: string; text: HtmlValue };

export function headline({ tone, icon: name, title, text }: Headline): Html {
  return html`<div class="headline ${tone}">
    <span class="sign">${icon(name)}</span>
    <h1>${title}</h1>
    <p>${text}</p>
  </div>`;
}

/** One page for every reference that is no order's: it tells nobody how a reference is made. */
export function renderUnknownOrder(assets: string): string {
  const title = 'We can’t find this order';
  const text =
    'The link is not complete, or has a typing error in it. Open it from the e-mail with your tickets, or ask whoever sold them to you.';
  return layout({ title, assets, main: headline({ tone: 'ended', icon: 'stop', title, text }) });
}

export function renderNoTickets(assets: string, reference: string): string {
  const title = 'There are no tickets here';
  const text = html`This order has no valid tickets. <a href="../${reference}">See what became of it</a>.`;
  return layout({ title, assets, main: headline({ tone: 'ended', icon: 'stop', title, text }) });
}

export function renderTrouble(assets: string): string {
  const title = 'One moment, please';
  const text =
    'We can’t show this page just now. Your order and your tickets are safe: load the page again in a moment.';
  return layout({ title, assets, main: headline({ tone: 'wait', icon: 'alert', title, text }) });
}
