import { tesseraMark } from '../../pages/mosaic.ts';
import { html, type Html, type HtmlValue } from '../../mail/html.ts';
import { icon, type IconName } from './draw-icon.ts';

/** Where the stylesheet and the script are, seen from an order's page and from one level below it. */
export const ASSETS = '../assets';
export const ASSETS_BELOW = '../../assets';

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

export function renderNoTickets(assets: string, receiptToken: string): string {
  const title = 'There are no tickets here';
  const text = html`This order has no valid tickets. <a href="../${receiptToken}">See what became of it</a>.`;
  return layout({ title, assets, main: headline({ tone: 'ended', icon: 'stop', title, text }) });
}

export function renderTrouble(assets: string): string {
  const title = 'One moment, please';
  const text =
    'We can’t show this page just now. Your order and your tickets are safe: load the page again in a moment.';
  return layout({ title, assets, main: headline({ tone: 'wait', icon: 'alert', title, text }) });
}

export function renderTooOften(assets: string, seconds: number): string {
  const title = 'One moment, please';
  const text = `This page was opened very often just now. Your order and your tickets are safe: load the page again in ${seconds} seconds.`;
  return layout({ title, assets, main: headline({ tone: 'wait', icon: 'clock', title, text }) });
}
