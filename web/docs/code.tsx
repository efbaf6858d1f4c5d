import type { ComponentChildren, VNode } from 'preact';

const JSON_TOKEN =
  /("(?:\\.|[^"\\])*"(?=\s*:))|("(?:\\.|[^"\\])*")|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;
const JSON_KINDS = ['key', 'string', 'word', 'number'] as const;
type TokenKind = (typeof JSON_KINDS)[number];

/** Colours JSON by its text, so that JSON inside a shell quote can be coloured too. */
export function ColouredJson({ text }: { text: string }): VNode {
  const pieces: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(JSON_TOKEN)) {
    const kind = JSON_KINDS.find((_, group) => match[group + 1] !== undefined) ?? 'word';
    pieces.push(text.slice(end, match.index), <Token kind={kind} text={match[0]} />);
    end = match.index + match[0].length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}

export function Token({ kind, text }: { kind: TokenKind; text: string }): VNode {
  return <span class={`t-${kind}`}>{text}</span>;
}

/** A scrollable code block can be reached by keyboard; the copy button stays hidden until the script can serve it. */
export function CodePanel({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div class="code">
      <button class="copy" type="button" hidden>
        <span aria-live="polite">Copy</span>
        <span class="aloud"> {label}</span>
      </button>
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{children}</code>
      </pre>
    </div>
  );
}
