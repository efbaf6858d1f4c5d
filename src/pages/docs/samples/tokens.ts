export type TokenKind = 'key' | 'string' | 'word' | 'number' | 'comment';
export interface CodeToken {
  /** Null for what has no colour. */
  readonly kind: TokenKind | null;
  readonly text: string;
}

const JSON_TOKEN =
  /(?<key>"(?:\\.|[^"\\])*"(?=\s*:))|(?<string>"(?:\\.|[^"\\])*")|\b(?<word>true|false|null)\b|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;

/** Reads JSON by its text, so that JSON inside a shell's quotes can be coloured too. */
export const readJsonTokens = (text: string): CodeToken[] => readTokens(text, JSON_TOKEN);

export function readTokens(text: string, pattern: RegExp): CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [kind = null] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    tokens.push({ kind: null, text: text.slice(end, match.index) });
    tokens.push({ kind: kind as TokenKind | null, text: match[0] });
    end = match.index + match[0].length;
  }
  return [...tokens, { kind: null, text: text.slice(end) }].filter((token) => token.text !== '');
}
