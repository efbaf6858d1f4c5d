// The scanner's page runs this too: nothing here may need Node.
import type { AskedQuestion } from './questions.ts';

/** A question and its answer, as the person at the door reads it. */
export type DoorAnswer = [label: string, answer: string];

/** A tick that was set, in any language. */
export const TICK_AT_DOOR = '✓';

/** A required answer that the present holder has not given; the scanner says it in words. */
export const MISSING_AT_DOOR = '?';

/** Of a guest, in all: somebody stands there and waits. */
export const MAX_DOOR_CHARACTERS = 300;

/** A sealed entry has so many bytes more at most. Whole, for 300 letters of most languages; what is longer is cut. */
const MAX_DOOR_BYTES = 400;
// A choice that is no longer offered may be longer than those that are.
const CHOICE_BYTES = 64;
const LENGTH_BYTES = 2;

/** On one line each, and short. Short answers stay whole where long ones are cut. */
export function cutForDoor(answers: readonly DoorAnswer[]): DoorAnswer[] {
  const labels = cutAll(
    answers.map(([label]) => label),
    MAX_DOOR_CHARACTERS / 2,
  );
  const left = MAX_DOOR_CHARACTERS - labels.join('').length;
  const texts = cutAll(
    answers.map(([, answer]) => answer),
    left,
  );
  return labels.map((label, index) => [label, texts[index] ?? '']);
}

/** Longer texts share the space that the shortest don't need. */
function cutAll(texts: readonly string[], maxCharacters: number): string[] {
  const cut = texts.map((text) => text.replace(/\s+/g, ' '));
  const shortestFirst = [...cut.entries()].sort(([, one], [, other]) => one.length - other.length);
  let left = maxCharacters;
  for (const [nr, [index, text]] of shortestFirst.entries()) {
    const share = Math.floor(left / (cut.length - nr));
    const shown =
      text.length <= share ? text : `${text.slice(0, share - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
    cut[index] = shown;
    left -= shown.length;
  }
  return cut;
}

/** By how much the entries of an event are longer that shows answers at its doors: each by the same, whatever was answered. */
export function doorSpace(questions: readonly Pick<AskedQuestion, 'kind' | 'label' | 'choices'>[]): number {
  if (questions.length === 0) return 0;
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  const needed = questions.reduce((sum, { kind, label, choices }) => {
    const answer =
      kind === 'tick'
        ? bytesOf(TICK_AT_DOOR)
        : kind === 'choice'
          ? Math.max(CHOICE_BYTES, ...choices.map(bytesOf))
          : MAX_DOOR_BYTES;
    return sum + 2 * LENGTH_BYTES + bytesOf(label) + answer;
  }, 0);
  return Math.min(MAX_DOOR_BYTES, needed);
}

/** Into what is left of an entry, each text behind its length. What has no room is cut. */
export function writeDoorAnswers(bytes: Uint8Array, answers: readonly DoorAnswer[]): void {
  let at = 0;
  for (const text of cutForDoor(answers).flat()) {
    const start = at + LENGTH_BYTES;
    if (start >= bytes.length) return;
    const { written } = new TextEncoder().encodeInto(text, bytes.subarray(start));
    bytes[at] = written >> 8;
    bytes[at + 1] = written & 255;
    at = start + written;
  }
}

export function readDoorAnswers(bytes: Uint8Array): DoorAnswer[] {
  const answers: DoorAnswer[] = [];
  let at = 0;
  const nextText = (): string => {
    const start = at + LENGTH_BYTES;
    at = start + ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
    return new TextDecoder().decode(bytes.subarray(start, at));
  };
  // A label is never empty: the rest is padding.
  for (let label = nextText(); label !== ''; label = nextText()) {
    const answer = nextText();
    if (answer !== '') answers.push([label, answer]);
  }
  return answers;
}
