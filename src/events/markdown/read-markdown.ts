import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';
import { isEmailAddress } from '../../values/email-address.ts';
import { namesUser, parseHttpUrl, withoutSentenceEnd } from '../../values/http-url.ts';
import type { Block, Inline, RichText } from '../../rules/rich-text.ts';

// Lists in quotes in lists: deeper than this nobody reads, and a parser that calls itself must end.
const MAX_DEPTH = 8;
// Looking for the ends of emphasis takes the square of this. A paragraph with more of them is shown as it was typed.
const MAX_MARKS = 400;
// `marked` takes the square of a text's length in many places. So a text is read in parts, and a paragraph in pieces: twice the text takes
// twice the time. What begins in one and ends in another, such as emphasis, is shown as it was typed.
const MAX_PART_CHARACTERS = 3_000;
const MAX_PIECE_CHARACTERS = 2_000;
const MAX_LINK_CHARACTERS = 500;

const MARKS = /[*_`~[\]]/g;
// Words up to the next sign, line or address. The pattern of `marked` looks for e-mail addresses too, from every letter to the last.
const WORDS = /^(?:[`~]+|[^`~])[^]*?(?=[\\<![`*~_\n]|https?:\/\/|www\.|$)/i;
const FENCE = /^ {0,3}(?:```|~~~)/;
const WEB_ADDRESS = /^(?:https?:\/\/|www\.)[^\s<>"'`]+/i;
const LOCAL = "[\\w.!#$%&'*+/=?^{|}~-]";
const MAIL_ADDRESS = new RegExp(`(?<!${LOCAL})${LOCAL}{1,64}@[\\p{L}\\p{M}\\p{N}.-]{1,253}`, 'gu');
const CONTAINER = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;

/**
 * Markdown as a tree (rules/rich-text.ts). Of `marked` only the reading is used: what its tokens become is decided here, one by one, and
 * what is not named becomes the text that it is. HTML is text, a picture its description. A line break is one.
 */
export function readMarkdown(source: string): RichText {
  const tokenizer = new PlainTokenizer();
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer });
  tokenizer.rules = { ...tokenizer.rules, inline: { ...tokenizer.rules.inline, text: WORDS } };
  for (const part of cutText(limitDepth(source))) lexer.blockTokens(part, lexer.tokens);
  // The same queue that the lexer would work off: each entry is the text of a paragraph, a heading or an item.
  for (const { src, tokens: found } of lexer.inlineQueue) {
    if ((src.match(MARKS)?.length ?? 0) > MAX_MARKS) found.push({ type: 'text', raw: src, text: src });
    else for (const piece of cutParagraph(src)) lexer.inlineTokens(piece, found);
  }
  return toBlocks(lexer.tokens, 0);
}

/** Plain text as a tree: a blank line ends a paragraph. */
export const readPlain = (text: string): RichText =>
  text
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({ kind: 'paragraph', children: withBreaks(paragraph) }));

/** Knows no HTML, no tables and no strikethrough: their signs are text. Finds addresses of pages where the words leave off. */
class PlainTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
  override table(): undefined {}
  override del(): undefined {}
  override url(src: string): Tokens.Link | undefined {
    const raw = withoutSentenceEnd(WEB_ADDRESS.exec(src)?.[0] ?? '');
    const href = /^www\./i.test(raw) ? `http://${raw}` : raw;
    if (readAddress(href) === null) return undefined;
    return { type: 'link', raw, href, text: raw, tokens: [{ type: 'text', raw, text: raw }] };
  }
}

/** In parts that end with a paragraph, a list or a quote, or at least with a line. */
function cutText(source: string): string[] {
  const parts: string[] = [];
  let [start, at, lastGood] = [0, 0, 0];
  let [isInFence, isAfterBlank] = [false, false];
  for (const line of source.split('\n')) {
    if (!isInFence && isAfterBlank && /^\S/.test(line)) lastGood = at;
    if (FENCE.test(line)) isInFence = !isInFence;
    if (at > start && at + line.length - start > MAX_PART_CHARACTERS) {
      const end = lastGood > start ? lastGood : at;
      parts.push(source.slice(start, end));
      start = end;
    }
    isAfterBlank = line.trim() === '';
    at += line.length + 1;
  }
  return [...parts, source.slice(start)];
}

/** In pieces that end with a line or a word where they can. */
function cutParagraph(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > MAX_PIECE_CHARACTERS) {
    const piece = text.slice(start, start + MAX_PIECE_CHARACTERS);
    const end = [piece.lastIndexOf('\n'), piece.lastIndexOf(' ')].find((at) => at > 0) ?? piece.length - 1;
    pieces.push(piece.slice(0, end + 1));
    start += end + 1;
  }
  return [...pieces, text.slice(start)];
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

function toInlines(tokens: readonly Token[], depth: number, isInLink = false): Inline[] {
  const inlines = joinTexts(tokens.flatMap((token) => toInline(token as Tokens.Generic, depth, isInLink)));
  if (isInLink) return inlines;
  return inlines.flatMap((inline) => (typeof inline === 'string' ? withMailLinks(inline) : inline));
}

function toInline(token: Tokens.Generic, depth: number, isInLink: boolean): Inline[] {
  const children = (): Inline[] =>
    toInlines(token.tokens ?? [], depth + 1, isInLink || token.type === 'link');
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

function withMailLinks(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(MAIL_ADDRESS)) {
    const address = withoutSentenceEnd(match[0]);
    if (!isEmailAddress(address)) continue;
    parts.push(text.slice(end, match.index), ...toLink(`mailto:${address}`, [address]));
    end = match.index + address.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
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
