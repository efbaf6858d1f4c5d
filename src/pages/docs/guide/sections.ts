import type { Token, Tokens } from 'marked';
import type { Guide } from '../contract.ts';

export interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly tokens: readonly Token[];
}

/** A guide by its headings of the second level; what stands before the first of them comes first. */
export function sectionsOf({ title, tokens }: Guide): Section[] {
  const sections: (Section & { tokens: Token[] })[] = [
    { heading: title, anchor: 'introduction', tokens: [] },
  ];
  for (const token of tokens) {
    if (isHeading(token) && token.depth === 2) {
      sections.push({ heading: token.text, anchor: anchorOf(token.text), tokens: [] });
    } else sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** As readers of the repository know it from there. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
