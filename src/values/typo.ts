const LONG_WORD = 8;
const SHORTEST_FORGIVEN = 4;

/** One slip (a letter wrong, missing, too many, or two swapped), or two in a long word. Short words must be right. */
export function isSmallTypo(typed: string, word: string): boolean {
  if (typed.length < SHORTEST_FORGIVEN) return false;
  return editDistance(typed, word) <= (typed.length >= LONG_WORD ? 2 : 1);
}

/** Optimal string alignment: Levenshtein's distance where swapping two neighbours is one step. */
function editDistance(a: string, b: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replace = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replace);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, (twoAbove[column - 2] ?? 0) + 1);
      current.push(best);
    }
    [twoAbove, above] = [above, current];
  }
  return above[b.length] ?? 0;
}
