import { Html, html } from '../../mail/html.ts';
import type { Language } from '../../values/language.ts';
import type { Look } from './render-document.ts';

export type NoticeKind = 'unknown_event' | 'too_many' | 'trouble';

const TEXTS: Record<Language, Record<NoticeKind, { title: string; text: string }>> = {
  en: {
    unknown_event: {
      title: 'There is no such event here',
      text: 'The address may have a typing error in it, or the event is not public. Ask whoever gave it to you.',
    },
    too_many: {
      title: 'A moment’s patience, please',
      text: 'Very many requests come from your network just now. Load this page again in a minute.',
    },
    trouble: {
      title: 'One moment, please',
      text: 'We can’t show this page just now. Whatever you have bought is safe: load the page again in a moment.',
    },
  },
  fr: {
    unknown_event: {
      title: 'Cet événement est introuvable',
      text: 'L’adresse contient peut-être une faute de frappe, ou l’événement n’est pas public. Demandez à la personne qui vous l’a donnée.',
    },
    too_many: {
      title: 'Un instant de patience',
      text: 'Votre réseau envoie beaucoup de demandes en ce moment. Rechargez cette page dans une minute.',
    },
    trouble: {
      title: 'Un instant, s’il vous plaît',
      text: 'Cette page ne peut pas être affichée pour le moment. Vos achats sont en sécurité : rechargez-la dans un instant.',
    },
  },
};

/** What a buyer reads where there is no checkout to be shown. */
export function renderNotice(kind: NoticeKind, look: Omit<Look, 'color'> & { stylesheet: string }): string {
  const { title, text } = TEXTS[look.language][kind];
  return html`<!doctype html>
    <html lang="${look.language}" data-theme="${look.theme ?? 'auto'}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${look.theme ?? 'light dark'}" />
        <style nonce="${look.nonce}">
          ${new Html(look.stylesheet)}
        </style>
      </head>
      <body>
        <main>
          <p class="brand">Tessera</p>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`.markup;
}
