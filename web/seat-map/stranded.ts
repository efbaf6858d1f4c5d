import type { Seating } from './seating.ts';

/**
 * Seats that a choice leaves alone: free, with nobody's free seat beside them, and one of the chosen next to them. The
 * end of a row counts as taken. Hosts can hardly sell such a seat, but some groups fit no other way: warn, never forbid.
 */
export function strandedSeats(
  { blocks }: Pick<Seating, 'blocks'>,
  { isFree, chosen }: { isFree(place: number): boolean; chosen: ReadonlySet<number> },
): number[] {
  if (chosen.size === 0) return [];
  const isOpen = (place: number | undefined) => place !== undefined && isFree(place) && !chosen.has(place);
  const isChosen = (place: number | undefined) => place !== undefined && chosen.has(place);
  return blocks.flatMap((block) =>
    block.filter((place, index) => {
      const [before, after] = [block[index - 1], block[index + 1]];
      if (!isOpen(place) || isOpen(before) || isOpen(after)) return false;
      return isChosen(before) || isChosen(after);
    }),
  );
}
