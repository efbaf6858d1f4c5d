import type { Seating } from '../../../seat-map/arrange-seating.ts';

/**
 * Seats that a choice leaves alone: free, with no other free seat beside them, and a chosen one next to them. The
 * end of a row counts as taken. Hosts can hardly sell such a seat. At a table nobody is alone; wheelchair places and their companions are for
 * a few, who can't choose: they are not alone, and strand nobody. functions/find_single_seats.sql refuses by the same rule.
 */
export function strandedSeats(
  { seats, blocks, rows, rowOf }: Pick<Seating, 'seats' | 'blocks' | 'rows' | 'rowOf'>,
  { isFree, chosen }: { isFree(index: number): boolean; chosen: ReadonlySet<number> },
): number[] {
  if (chosen.size === 0) return [];
  const isOpen = (index: number | undefined) => index !== undefined && isFree(index) && !chosen.has(index);
  const isChosen = (index: number | undefined) => index !== undefined && chosen.has(index);
  const isAtTable = ([first = -1]: number[]) => rows[rowOf[first] ?? -1]?.isTable === true;
  const isSpecial = (index: number) => seats[index]?.a === 1 || seats[index]?.c !== undefined;
  return blocks.flatMap((block) =>
    isAtTable(block) || block.some((index) => chosen.has(index) && isSpecial(index))
      ? []
      : block.filter((index, at) => {
          const [before, after] = [block[at - 1], block[at + 1]];
          if (!isOpen(index) || isSpecial(index) || isOpen(before) || isOpen(after)) return false;
          return isChosen(before) || isChosen(after);
        }),
  );
}
