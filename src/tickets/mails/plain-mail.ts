import { html, type Html } from '../../mail/html.ts';
import {
  mailButton,
  mailFacts,
  mailHeading,
  mailKicker,
  mailLink,
  mailLayout,
  mailSides,
  withBreaks,
} from '../../mail/mail-layout.ts';
import { hostLinesHtml, hostLinesText, type About } from './host-lines.ts';
import type { Language } from '../../values/language.ts';
import type { MailContent } from '../../mail/compose-mail.ts';
import { textsIn as mailTextsIn, type Texts } from './texts/texts.ts';

/** With its links in the one, and without markup in the other. */
export type Paragraph = { html: Html; text: string };

/** A mail of a few paragraphs and facts. */
export function plainMail(mail: {
  about: About;
  title: string;
  kicker: string;
  paragraphs: readonly (string | Paragraph)[];
  /** In the host's own words, below the paragraphs. */
  quote?: { intro: string; words: string } | null;
  facts: [string, string][];
  /** Null: the reader may not open the order. */
  receiptUrl: string | null;
  termsUrl: string;
  footer: string;
  /** The label of the button; for an order, to see it. */
  button?: string;
  /** The same in the text; for an order, that it is theirs. */
  line?: (url: string) => string;
  attachments?: MailContent['attachments'];
  /** Ends mails of this kind for the reader. */
  unsubscribeUrl?: string;
}): MailContent {
  const { language } = mail.about.order;
  const texts = mailTextsIn(language);
  return {
    subject: mail.title,
    html: mailLayout({
      language,
      title: mail.title,
      preview: plain(mail.paragraphs[0] ?? ''),
      header: html`${mailKicker(mail.kicker)} ${mailHeading(mail.title)}`,
      body: html`${mail.paragraphs.map((one) => html`<p style="margin:0 0 14px">${typeof one === 'string' ? one : one.html}</p>`)}
      ${mail.quote ? quoteHtml(mail.quote, language) : false}
      ${mailFacts(
        mail.facts.map(([name, value]) => [name, [value]]),
        language,
      )}
      ${mail.receiptUrl !== null && mailButton(mail.button ?? texts.seeOrder, mail.receiptUrl)}`,
      footer: html`${mail.footer}${hostLinesHtml(mail.about, mail)}${unsubscribeHtml(mail, texts)}`,
    }),
    text: `${[
      ...mail.paragraphs.flatMap((one) => [plain(one), '']),
      ...(mail.quote ? [mail.quote.intro, mail.quote.words, ''] : []),
      ...mail.facts.map(([name, value]) => texts.money.fact({ name, value })),
      ...(mail.receiptUrl === null ? [] : [(mail.line ?? texts.yourOrder)(mail.receiptUrl)]),
      '',
      mail.footer,
      ...hostLinesText(mail.about, mail),
      ...(mail.unsubscribeUrl === undefined ? [] : [texts.unsubscribeAt(mail.unsubscribeUrl)]),
    ].join('\n')}\n`,
    attachments: mail.attachments ?? [],
    ...(mail.unsubscribeUrl !== undefined && { unsubscribeUrl: mail.unsubscribeUrl }),
  };
}

const unsubscribeHtml = (
  { unsubscribeUrl }: { unsubscribeUrl?: string },
  { unsubscribe }: Texts,
): Html | false => unsubscribeUrl !== undefined && html`<br />${mailLink(unsubscribe, unsubscribeUrl)}`;

const plain = (paragraph: string | Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : paragraph.text;

/** Somebody's own words, and whose they are. */
export function quoteHtml({ intro, words }: { intro: string; words: string }, language: Language): Html {
  const { start } = mailSides(language);
  return html`<p style="margin:0 0 4px">${intro}</p>
    <p
      class="line"
      dir="auto"
      style="margin:0 0 14px;padding-${start}:12px;border-${start}:3px solid #c9c4b8;text-align:${start}"
    >
      ${withBreaks(words.split('\n'))}
    </p>`;
}
