import { html } from '../../mail/html.ts';
import { mailButton, mailFacts, mailHeading, mailKicker, mailLayout } from '../../mail/mail-layout.ts';
import { personMailTextsIn, type MemberLanguage } from './texts/person-mail-texts-in.ts';

export type RenderedPersonMail = { subject: string; html: string; text: string };

/** The parts of a mail to a member, top to bottom. Texts of others come in unlinked. */
export type PersonMailDeps = {
  language: MemberLanguage;
  /** The name of the greeting; empty if it is not known. */
  name: string;
  subject: string;
  title?: string;
  kicker: string;
  preview: string;
  /** The first goes on after the greeting. */
  paragraphs: string[];
  facts?: [name: string, value: string][];
  button?: { label: string; url: string };
  /** After the button. */
  after?: string[];
  /** A second way, less likely. */
  otherLink?: { label: string; url: string };
  footer?: string;
};

export function renderPersonMail(mail: PersonMailDeps): RenderedPersonMail {
  const texts = personMailTextsIn(mail.language);
  const { title = mail.subject, facts = [], button, after = [], otherLink } = mail;
  const [first = '', ...others] = mail.paragraphs;
  const paragraphs = [`${texts.hello(mail.name)} ${first}`, ...others];
  const footer = [...(mail.footer === undefined ? [] : [mail.footer]), texts.footer].join(' ');
  return {
    subject: mail.subject,
    html: mailLayout({
      language: mail.language,
      title,
      preview: mail.preview,
      header: html`${mailKicker(mail.kicker)} ${mailHeading(title)}`,
      body: html`${paragraphs.map(paragraph)}
      ${
        facts.length > 0 &&
        mailFacts(
          facts.map(([name, value]) => [name, [value]]),
          mail.language,
        )
      }
      ${button && mailButton(button.label, button.url)} ${after.map(paragraph)}
      ${otherLink && html`<p style="margin:0 0 14px"><a href="${otherLink.url}">${otherLink.label}</a></p>`}`,
      footer: html`${footer}`,
    }),
    text: `${[
      ...paragraphs.flatMap((text) => [text, '']),
      ...facts.map(([name, value]) => texts.fact(name, value)),
      ...(facts.length > 0 ? [''] : []),
      ...(button ? [texts.link(button.label, button.url), ''] : []),
      ...after.flatMap((text) => [text, '']),
      ...(otherLink ? [texts.link(otherLink.label, otherLink.url), ''] : []),
      footer,
    ].join('\n')}\n`,
  };
}

const paragraph = (text: string) => html`<p style="margin:0 0 14px">${text}</p>`;
