import { Fragment, type VNode } from 'preact';
import type { Block, Inline, RichText as Blocks } from '../../rules/rich-text.ts';

/**
 * A host's Markdown (src/events/markdown/read-markdown.ts makes the tree). Its first headings are `top` levels down, so that the
 * page's own stay above them. The page imports rich-text.css.
 */
export const RichText = ({ blocks, top = 3 }: { blocks: Blocks; top?: 2 | 3 | 4 }): VNode => (
  <div class="rich-text" dir="auto">
    {blocks.map((block, index) => (
      <BlockShown key={index} block={block} top={top} />
    ))}
  </div>
);

function BlockShown({ block, top }: { block: Block; top: number }): VNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{show(block.children)}</p>;
    case 'heading': {
      const Heading = `h${Math.min(6, top + block.level - 1)}` as 'h3';
      return <Heading>{show(block.children)}</Heading>;
    }
    case 'code':
      return (
        // One scrolls in it by keys where it is too wide.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
    case 'quote':
      return <blockquote>{showBlocks(block.blocks, top)}</blockquote>;
    default: {
      const items = block.items.map((item, index) => <li key={index}>{showItem(item, top)}</li>);
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}

const showBlocks = (blocks: Blocks, top: number): VNode[] =>
  blocks.map((block, index) => <BlockShown key={index} block={block} top={top} />);

/** An item of one paragraph is a line. */
function showItem(item: Blocks, top: number): VNode[] {
  const [first, ...rest] = item;
  if (first?.kind !== 'paragraph' || rest.some(({ kind }) => kind !== 'list')) return showBlocks(item, top);
  return [<Fragment key="line">{show(first.children)}</Fragment>, ...showBlocks(rest, top)];
}

const show = (inlines: readonly Inline[]): VNode[] =>
  inlines.map((inline, index) => <Fragment key={index}>{showInline(inline)}</Fragment>);

function showInline(inline: Inline): VNode | string {
  if (typeof inline === 'string') return inline;
  switch (inline.kind) {
    case 'break':
      return <br />;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return <strong>{show(inline.children)}</strong>;
    case 'emphasis':
      return <em>{show(inline.children)}</em>;
    default:
      return (
        <a href={inline.href} rel="noopener nofollow ugc" target="_blank">
          {show(inline.children)}
        </a>
      );
  }
}
