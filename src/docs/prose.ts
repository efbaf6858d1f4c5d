import { html, type Html } from '../mail/html.ts';

/**
 * The three marks a description may use: `code`, **bold**, and a blank line between paragraphs.
 * Deliberately no Markdown library: descriptions can quote what hosts wrote, and links or raw HTML have no place here.
 */
export function prose(text: string | undefined): Html[] {
  return (text ?? '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${inline(paragraph.trim())}</p>`);
}

/** The same marks within one line, for table cells. */
export function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*[^*]+\*\*$/.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`;
    return html`${piece}`;
  });
}

/** A long name may wrap at a hump, an underscore or a hyphen instead of widening a phone's page. */
export function breakable(name: string): Html[] {
  return name
    .split(/(?<=[a-z])(?=[A-Z])|(?<=[_-])/)
    .map((part, at) => html`${at > 0 && html`<wbr />`}${part}`);
}
