import type { Token, Tokens } from 'marked';

/** The text of Markdown, without its marks. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => textOf(token as Tokens.Generic))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

// These hold a part of a sentence. All others stand by themselves.
const WITHIN_A_LINE = new Set(['text', 'strong', 'em', 'codespan', 'link', 'escape', 'br', 'del']);

function textOf(token: Tokens.Generic): string {
  return WITHIN_A_LINE.has(token.type) ? wordsOf(token) : `${wordsOf(token)} `;
}

function wordsOf(token: Tokens.Generic): string {
  // The text between the words is kept as it is: only the whole is trimmed.
  const inside = (tokens: readonly Token[]): string =>
    tokens.map((inner) => textOf(inner as Tokens.Generic)).join('');
  if (token.type === 'list') return inside((token as Tokens.List).items);
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map((cell) => `${inside(cell.tokens)} `)).join('');
  }
  return token.tokens ? inside(token.tokens) : String(token['text'] ?? token.raw);
}
