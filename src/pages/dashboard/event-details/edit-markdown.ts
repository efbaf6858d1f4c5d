/** A replacement for a part of the text, and the selection afterwards. Positions count from the start of the text. */
export type Edit = { from: number; to: number; insert: string; select: [from: number, to: number] };

type Selected = { text: string; from: number; to: number };

/** Puts a mark such as `**` around the selection, or removes it. `sample` is used if nothing is selected. */
export function toggleMark({ text, ...selected }: Selected, mark: string, sample: string): Edit {
  const { from, to } = withoutBlanks(text, selected);
  const inner = text.slice(from, to);
  const { length } = mark;
  const isMarked = text.slice(from - length, from) === mark && text.slice(to, to + length) === mark;
  if (isMarked && from >= length) {
    const start = from - length;
    return { from: start, to: to + length, insert: inner, select: [start, start + inner.length] };
  }
  const word = inner || sample;
  const start = from + length;
  return { from, to, insert: mark + word + mark, select: [start, start + word.length] };
}

/** Makes a link of the selection. Then it selects the part that is still to be typed: the address or the words. */
export function makeLink({ text, from, to }: Selected, sample: string): Edit {
  const inner = text.slice(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(inner);
  const [words, address] = isAddress ? [sample, inner] : [inner || sample, 'https://'];
  const start = isAddress ? from + 1 : from + words.length + 3;
  const { length } = isAddress ? words : address;
  return { from, to, insert: `[${words}](${address})`, select: [start, start + length] };
}

/** Makes every touched line an item of a list, or none of them if all are. */
export function toggleList({ text, ...selected }: Selected): Edit {
  const from = text.lastIndexOf('\n', selected.from - 1) + 1;
  const end = text.indexOf('\n', selected.to);
  const to = end < 0 ? text.length : end;
  const lines = text.slice(from, to).split('\n');
  const isList = lines.every((line) => line.startsWith('- '));
  const insert = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n');
  const last = from + insert.length;
  return { from, to, insert, select: lines.length > 1 ? [from, last] : [last, last] };
}

/** A mark next to a blank does nothing. */
function withoutBlanks(text: string, { from, to }: Omit<Selected, 'text'>): Omit<Selected, 'text'> {
  const inner = text.slice(from, to);
  if (inner.trim() === '') return { from, to: from };
  const start = from + inner.length - inner.trimStart().length;
  return { from: start, to: start + inner.trim().length };
}
