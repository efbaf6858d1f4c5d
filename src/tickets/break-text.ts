// To break a word that is too long for a line, pdfkit measures what is left of it line by line: the time grows with the square
// of its length. No box on a ticket shows as many letters of one word, however thin they are.
export const MAX_WORD_CHARS = 600;

/** Breaks a text into lines that fit, of which it keeps so many; the last one says by … that there was more. */
export function breakText(
  text: string,
  { fits, maxLines }: { fits: (line: string) => boolean; maxLines: number },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => breakWord(whole, fits))) {
    if (lines.length > maxLines) break;
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const kept = lines.slice(0, maxLines);
  if (lines.length > maxLines) kept.push(cut(kept.pop() ?? '', fits));
  return kept;
}

/** The parts of a word that is too long for a line. */
function breakWord(whole: string, fits: (line: string) => boolean): string[] {
  if (fits(whole)) return [whole];
  const parts: string[] = [];
  let part = '';
  for (const letter of whole.slice(0, MAX_WORD_CHARS)) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

function cut(line: string, fits: (line: string) => boolean): string {
  let kept = Array.from(line);
  while (kept.length > 0 && !fits(`${kept.join('')}…`)) kept = kept.slice(0, -1);
  return `${kept.join('').replace(/[\s.]+$/, '')}…`;
}
