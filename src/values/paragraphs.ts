// The dashboard's page runs this too: nothing here may need Node.

// Signs that are no text: of the control characters only tabs and line breaks are.
const NO_TEXT = /[^\P{Cc}\t\n\r]/u;

/** Plain text of any number of lines, or none. */
export function isParagraphs(text: string): boolean {
  return !NO_TEXT.test(text);
}
