// The hosts' Markdown, as a small tree of allowed parts. Nothing else can be said in it: no markup, no picture, no script, no address but
// a page's or a mailbox's. src/pages/shared/rich-text.tsx shows it.

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'code'; text: string }
  /** `http:`, `https:` or `mailto:`. */
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: 1 | 2 | 3; children: Inline[] }
  /** `start` is the first number of a numbered one. */
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

export type RichText = Block[];

/** The limit of the typed text, in characters. */
export const MAX_MARKDOWN_CHARACTERS = 20_000;
