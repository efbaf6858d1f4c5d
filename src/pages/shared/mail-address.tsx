import type { VNode } from 'preact';

/** A long one is best broken before the @. */
export function MailAddress({ text }: { text: string }): VNode {
  const at = text.lastIndexOf('@');
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
