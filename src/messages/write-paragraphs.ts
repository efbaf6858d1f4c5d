import { html, type Html } from '../mail/html.ts';
import { mailLink } from '../mail/mail-layout.ts';
import type { Paragraph } from '../tickets/mails/plain-mail.ts';
import { namesUser, parseHttpUrl, withoutSentenceEnd } from '../values/http-url.ts';

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
const MAX_LINK_CHARACTERS = 500;

/** The host's text in a mail: paragraphs, lines, and addresses of pages that can be pressed and read. */
export const writeParagraphs = (text: string): Paragraph[] =>
  text
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({
      text: paragraph,
      html: html`${paragraph
        .split('\n')
        .map((line, index) => html`${index > 0 && html`<br />`}${withLinks(line)}`)}`,
    }));

/** Every link is shown as the address that it leads to: no words can lead elsewhere. */
function withLinks(line: string): (Html | string)[] {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of line.matchAll(ADDRESS)) {
    const address = withoutSentenceEnd(match[0]);
    const url = parseHttpUrl(address);
    if (!url || namesUser(address, url) || address.length > MAX_LINK_CHARACTERS) continue;
    parts.push(line.slice(end, match.index), mailLink(address, url.href));
    end = match.index + address.length;
  }
  return [...parts, line.slice(end)];
}
