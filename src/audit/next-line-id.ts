import { randomUUIDv7 } from 'node:crypto';

let last = '';

/** Ids of one millisecond are in no order. Lines of one change tell a story: theirs are in the order in which they were written. */
export function nextLineId(): string {
  const made = randomUUIDv7();
  last = made > last ? made : successorOf(last);
  return last;
}

function successorOf(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
