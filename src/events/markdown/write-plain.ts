import type { Block, Inline, RichText } from '../../rules/rich-text.ts';

/**
 * Writes Markdown as plain text, for the API, search and mails. A blank line divides paragraphs, headings, lists, quotes and code; items
 * begin with `- ` or their number and are indented by their parents; quoted lines begin with `> `; a rule is `---`. Emphasis keeps only
 * its words. A link is its words and its address in brackets, or the address alone if they are the same.
 */
export const writePlain = (blocks: RichText): string => blocks.map(writeBlock).join('\n\n');

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return writeInlines(block.children).trim();
    case 'code':
      return block.text;
    case 'rule':
      return '---';
    case 'quote':
      return indent(writePlain(block.blocks), '> ', '> ');
    default:
      return block.items
        .map((item, index) => {
          const marker = block.start === null ? '- ' : `${block.start + index}. `;
          const isTight = item.every(({ kind }) => kind === 'paragraph' || kind === 'list');
          return indent(
            item.map(writeBlock).join(isTight ? '\n' : '\n\n'),
            marker,
            ' '.repeat(marker.length),
          );
        })
        .join('\n');
  }
}

const indent = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');

const writeInlines = (inlines: readonly Inline[]): string => inlines.map(writeInline).join('');

function writeInline(inline: Inline): string {
  if (typeof inline === 'string') return inline;
  switch (inline.kind) {
    case 'break':
      return '\n';
    case 'code':
      return inline.text;
    case 'link':
      return writeLink(inline.href.replace(/^mailto:/, ''), writeInlines(inline.children));
    default:
      return writeInlines(inline.children);
  }
}

function writeLink(address: string, words: string): string {
  const bare = (text: string): string => text.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const isSame = bare(words) === bare(address) || URL.parse(words)?.href === address;
  return isSame ? words : `${words} (${address})`;
}
