import type { ComponentChildren, VNode } from 'preact';
import { readJsonTokens, type CodeToken } from './samples/tokens.ts';

export const ColouredJson = ({ text }: { text: string }): VNode => <Tokens tokens={readJsonTokens(text)} />;

export function Tokens({ tokens }: { tokens: readonly CodeToken[] }): VNode {
  return (
    <>{tokens.map(({ kind, text }) => (kind === null ? text : <span class={`t-${kind}`}>{text}</span>))}</>
  );
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
