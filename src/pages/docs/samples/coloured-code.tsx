import type { VNode } from 'preact';
import { ColouredJson, Tokens } from '../code.tsx';
import { readTokens, type CodeToken } from './tokens.ts';

// Enough to tell words from texts at a glance. If a colour is wrong, the text is still right.
const STRINGS = String.raw`(?<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|${'`[^`]*`'})`;
const SLASHES = String.raw`(?<comment>(?<![:'"\w])//[^\n]*|/\*.*?\*/)`;
const HASHES = String.raw`(?<comment>(?<=^|\s)#[^\n]*)`;
const NUMBERS = String.raw`(?<number>\b\d+(?:\.\d+)?\b)`;
const words = (list: string): string => String.raw`\b(?<word>${list.replaceAll(' ', '|')})\b`;

const pattern = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'gms');

const SHELL = pattern(
  String.raw`(?<string>'(?:[^'])*'|"(?:\\.|[^"\\])*")`,
  HASHES,
  String.raw`(?<key>(?<=\s)-{1,2}[\w-]+)`,
  words('curl npm node until do done export'),
);
const TYPESCRIPT = pattern(
  STRINGS,
  SLASHES,
  words('const let async await function return if throw new import from export true false null'),
  NUMBERS,
);

const PATTERNS: Readonly<Record<string, RegExp>> = {
  curl: SHELL,
  sh: SHELL,
  typescript: TYPESCRIPT,
  ts: TYPESCRIPT,
  js: TYPESCRIPT,
  python: pattern(
    STRINGS,
    HASHES,
    words('import from with as def return if raise print True False None'),
    NUMBERS,
  ),
  php: pattern(STRINGS, SLASHES, words('php echo if throw new true false null function return'), NUMBERS),
  go: pattern(STRINGS, SLASHES, words('package import func if nil defer return range for var'), NUMBERS),
  html: pattern(
    String.raw`(?<string>"[^"]*")`,
    String.raw`(?<word>(?<=</?)[\w-]+)`,
    String.raw`(?<key>[\w-]+(?==))`,
  ),
  css: pattern(
    String.raw`(?<key>[\w-]+(?=:))`,
    String.raw`(?<number>\b\d+\w*\b)`,
    String.raw`(?<comment>/\*.*?\*/)`,
  ),
};

/** Code in colours, as far as the language is known. */
export function ColouredCode({ text, language }: { text: string; language: string }): VNode {
  if (language === 'json') return <ColouredJson text={text} />;
  const known = PATTERNS[language];
  if (known === undefined) return <>{text}</>;
  return <>{readTokens(text, known).map(colour)}</>;
}

/** A body in JSON, within the quotes of the language around it, has the colours of JSON. */
function colour(token: CodeToken): VNode {
  const isJson = token.kind === 'string' && /^['`][{[]\s/.test(token.text);
  return isJson ? <ColouredJson text={token.text} /> : <Tokens tokens={[token]} />;
}
