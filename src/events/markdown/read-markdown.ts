import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';
import { isEmailAddress } from '../../values/email-address.ts';
import { namesUser, parseHttpUrl } from '../../values/http-url.ts';
import type { Block, Inline, RichText } from '../../values/rich-text.ts';

// Lists in quotes in lists: deeper than this nobody reads, and a parser that calls itself must end.
const MAX_DEPTH = 8;
// Looking for the ends of emphasis takes the square of this. A paragraph with more of them is shown as it was typed.
const MAX_MARKS = 400;
const MAX_LINK_CHARACTERS = 500;

const MARKS = /[*_`~[\]]/g;
const CONTAINER = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;

/**
 * Markdown as a tree (values/rich-text.ts). Of `marked` only the reading is used: what its tokens become is decided here, one by one, and
 * what is not named becomes the text that it is. HTML is text, a picture its description. A line break is one.
 */
export function readMarkdown(source: string): RichText {
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new PlainTokenizer() });
  const tokens = lexer.blockTokens(limitDepth(source), lexer.tokens);
  // The same queue that the lexer would work off: each entry is the text of a paragraph, a heading or an item.
  for (const { src, tokens: found } of lexer.inlineQueue) {
    if ((src.match(MARKS)?.length ?? 0) > MAX_MARKS) found.push({ type: 'text', raw: src, text: src });
    else lexer.inlineTokens(src, found);
  }
  return toBlocks(tokens, 0);
}

/** Plain text as a tree: a blank line ends a paragraph. */
export const readPlain = (text: string): RichText =>
  text
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({ kind: 'paragraph', children: withBreaks(paragraph) }));

/** Knows no HTML, no tables and no strikethrough: their signs are text. */
class PlainTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
  override table(): undefined {}
  override del(): undefined {}
}

/** The marker of a quote or list that would be nested too deep is text. */
function limitDepth(source: string): string {
  return source
    .split('\n')
    .map((line) => {
      let end = 0;
      for (let depth = 0; depth < MAX_DEPTH; depth++) {
        CONTAINER.lastIndex = end;
        if (!CONTAINER.test(line)) return line;
        end = CONTAINER.lastIndex;
      }
      CONTAINER.lastIndex = end;
      if (!CONTAINER.test(line)) return line;
      const sign = CONTAINER.lastIndex - 1;
      return `${line.slice(0, sign)}\\${line.slice(sign)}`;
    })
    .join('\n');
}

const toBlocks = (tokens: readonly Token[], depth: number): Block[] =>
  tokens.flatMap((token) => toBlock(token as Tokens.Generic, depth));

function toBlock(token: Tokens.Generic, depth: number): Block[] {
  const inner = (): Inline[] => trimBreaks(toInlines(token.tokens ?? [{ type: 'text', raw: token.raw }], 0));
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'code':
      return [{ kind: 'code', text: String(token['text']) }];
    case 'heading':
      return nonEmpty({ kind: 'heading', level: headingLevel(token['depth']), children: inner() });
    case 'blockquote':
      if (depth >= MAX_DEPTH) return toBlocks(token.tokens ?? [], depth);
      return [{ kind: 'quote', blocks: toBlocks(token.tokens ?? [], depth + 1) }];
    case 'list':
      return toList(token as Tokens.List, depth);
    default:
      return nonEmpty({ kind: 'paragraph', children: inner() });
  }
}

function toList({ items, ordered, start }: Tokens.List, depth: number): Block[] {
  // Too deep for a list of its own: its items stand one after the other.
  if (depth >= MAX_DEPTH) return items.flatMap((item) => toBlocks(item.tokens, depth));
  return [
    {
      kind: 'list',
      start: ordered ? Number(start) : null,
      items: items.map((item) => toBlocks(item.tokens, depth + 1)),
    },
  ];
}

const headingLevel = (depth: unknown): 1 | 2 | 3 => (depth === 1 || depth === 2 ? depth : 3);
const nonEmpty = <One extends Block & { children: Inline[] }>(block: One): One[] =>
  block.children.length > 0 ? [block] : [];

const toInlines = (tokens: readonly Token[], depth: number): Inline[] =>
  joinTexts(tokens.flatMap((token) => toInline(token as Tokens.Generic, depth)));

function toInline(token: Tokens.Generic, depth: number): Inline[] {
  const children = (): Inline[] => toInlines(token.tokens ?? [], depth + 1);
  switch (token.type) {
    case 'br':
      return [{ kind: 'break' }];
    case 'codespan':
      return [{ kind: 'code', text: String(token['text']) }];
    case 'strong':
    case 'em':
      if (depth >= MAX_DEPTH) return children();
      return [{ kind: token.type === 'em' ? 'emphasis' : 'strong', children: children() }];
    case 'link':
      return toLink(String(token['href']), children());
    default:
      return withBreaks(String(token['text'] ?? token.raw));
  }
}

function toLink(address: string, children: Inline[]): Inline[] {
  const href = readAddress(address);
  if (href === null || children.length === 0) return children;
  return [{ kind: 'link', href, children }];
}

/** Of an address that leads to a page, or writes to somebody; else null. */
function readAddress(address: string): string | null {
  if (address.length > MAX_LINK_CHARACTERS) return null;
  if (address.startsWith('mailto:')) return isEmailAddress(address.slice('mailto:'.length)) ? address : null;
  const url = parseHttpUrl(address);
  return url && !namesUser(address, url) ? url.href : null;
}

const withBreaks = (text: string): Inline[] =>
  text.split('\n').flatMap((line, index): Inline[] => (index === 0 ? [line] : [{ kind: 'break' }, line]));

/** Texts that stand side by side are one; empty ones are none. */
function joinTexts(inlines: Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (typeof inline === 'string' && typeof last === 'string') joined[joined.length - 1] = last + inline;
    else if (inline !== '') joined.push(inline);
  }
  return joined;
}

function trimBreaks(inlines: Inline[]): Inline[] {
  const isBlank = (inline: Inline | undefined): boolean =>
    typeof inline === 'string' ? inline.trim() === '' : inline?.kind === 'break';
  let [start, end] = [0, inlines.length];
  while (start < end && isBlank(inlines[start])) start += 1;
  while (end > start && isBlank(inlines[end - 1])) end -= 1;
  return inlines.slice(start, end);
}
