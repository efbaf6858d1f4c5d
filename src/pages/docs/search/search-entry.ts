export const KINDS = ['operation', 'guide', 'model', 'field', 'error'] as const;

/** Something that can be found, as the page carries it. */
export interface SearchEntry {
  readonly kind: (typeof KINDS)[number];
  readonly title: string;
  /** What it is part of. */
  readonly where: string;
  readonly href: string;
  /** What else is said of it. */
  readonly text: string;
}
