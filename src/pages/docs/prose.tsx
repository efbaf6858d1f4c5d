import type { ComponentChildren, VNode } from 'preact';

/**
 * The three marks a description may use: `code`, **bold**, and a blank line between paragraphs.
 * Deliberately no Markdown library: descriptions can quote what hosts wrote, and links or raw HTML have no place here.
 */
export function Prose({ text = '' }: { text: string | undefined }): VNode {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <Inline text={paragraph.trim()} />
        </p>
      ))}
    </>
  );
}

/** The same marks within one line, for table cells. */
export function Inline({ text }: { text: string }): VNode {
  return <>{text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(mark)}</>;
}

function mark(piece: string): ComponentChildren {
  if (/^`[^`]+`$/.test(piece)) return <code>{piece.slice(1, -1)}</code>;
  if (/^\*\*[^*]+\*\*$/.test(piece)) return <strong>{piece.slice(2, -2)}</strong>;
  return piece;
}

/** A long name may wrap at a hump, an underscore or a hyphen instead of widening a phone's page. */
export function Breakable({ name }: { name: string }): VNode {
  const [first, ...rest] = name.split(/(?<=[a-z])(?=[A-Z])|(?<=[_-])/);
  return (
    <>
      {first}
      {rest.map((part) => [<wbr key={part} />, part])}
    </>
  );
}
