/** How a page looks. Where it may be null: as the reader's device likes it. */
export type Theme = 'light' | 'dark';
