export const KINDS = ['operation', 'guide', 'model', 'field', 'error'] as const;

/** Something that can be found, as the page carries it. */
export interface SearchEntry {
  readonly kind: (typeof KINDS)[number];
  readonly title: string;
  /** The place that it is part of. */
  readonly where: string;
  readonly href: string;
  /** Its text. */
  readonly text: string;
}
