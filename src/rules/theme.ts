/** How a page looks. Where it may be null: as the reader's device likes it. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
