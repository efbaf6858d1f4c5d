import { html, type Html } from '../mail/html.ts';

const JSON_TOKEN =
  /("(?:\\.|[^"\\])*"(?=\s*:))|("(?:\\.|[^"\\])*")|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;
const JSON_KINDS = ['key', 'string', 'word', 'number'] as const;
type TokenKind = (typeof JSON_KINDS)[number];

/** Colours JSON by its text, so that JSON inside a shell quote can be coloured too. */
export function colourJson(text: string): Html[] {
  const pieces: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(JSON_TOKEN)) {
    const kind = JSON_KINDS.find((_, group) => match[group + 1] !== undefined) ?? 'word';
    pieces.push(html`${text.slice(end, match.index)}`, token(kind, match[0]));
    end = match.index + match[0].length;
  }
  return [...pieces, html`${text.slice(end)}`];
}

/** Whitespace counts in code, so it is put between tokens as text: templates get reformatted. */
export function token(kind: TokenKind, text: string): Html {
  return html`<span class="t-${kind}">${text}</span>`;
}

/** A scrollable code block can be reached by keyboard; the copy button stays hidden until the script can serve it. */
export function codePanel({ label, code }: { label: string; code: Html | readonly Html[] }): Html {
  return html`<div class="code">
    <button class="copy" type="button" hidden>
      <span aria-live="polite">Copy</span><span class="unseen"> ${label}</span>
    </button>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
  </div>`;
}
