import type { Seating } from '../../../seat-map/arrange-seating.ts';

/**
 * Seats that a choice leaves alone: free, with no other free seat beside them, and a chosen one next to them. The
 * end of a row counts as taken. Hosts can hardly sell such a seat, but some groups fit no other way: warn, never forbid.
 * At a table nobody is alone.
 */
export function strandedSeats(
  { blocks, rows, rowOf }: Pick<Seating, 'blocks' | 'rows' | 'rowOf'>,
  { isFree, chosen }: { isFree(index: number): boolean; chosen: ReadonlySet<number> },
): number[] {
  if (chosen.size === 0) return [];
  const isOpen = (index: number | undefined) => index !== undefined && isFree(index) && !chosen.has(index);
  const isChosen = (index: number | undefined) => index !== undefined && chosen.has(index);
  const isAtTable = ([first = -1]: number[]) => rows[rowOf[first] ?? -1]?.isTable === true;
  return blocks.flatMap((block) =>
    isAtTable(block)
      ? []
      : block.filter((index, at) => {
          const [before, after] = [block[at - 1], block[at + 1]];
          if (!isOpen(index) || isOpen(before) || isOpen(after)) return false;
          return isChosen(before) || isChosen(after);
        }),
  );
}
