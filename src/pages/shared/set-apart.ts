// Of Unicode's private use: no text that people write has it.
const PLACE = '\u{f0000}';

/** A sentence with something in it that is set apart, such as a name in bold or a link, wherever the language has it. */
export function setApart<Part>(sentence: (place: string) => string, part: Part): (string | Part)[] {
  const [before = '', after = ''] = sentence(PLACE).split(PLACE);
  return [before, part, after];
}
