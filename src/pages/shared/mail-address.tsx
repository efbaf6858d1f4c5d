import type { VNode } from 'preact';

/** A long one is best broken before the @. Every language reads it from left to right. */
export function MailAddress({ text }: { text: string }): VNode {
  const at = text.lastIndexOf('@');
  return (
    <bdi dir="ltr">
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </bdi>
  );
}
