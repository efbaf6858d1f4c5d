/** A field that two people changed to different values. */
export type Clash = { name: string; mine: unknown; theirs: unknown };

type Values = Record<string, unknown>;

/**
 * Merges two people's changes to the same values. A change by one of them is taken; if both changed a field, mine stays until I choose. The
 * version is theirs, so that the next save builds on it.
 */
export function mergeChanges({ base, mine, theirs }: { base: Values; mine: Values; theirs: Values }): {
  values: Values;
  clashes: Clash[];
} {
  const values: Values = {};
  const clashes: Clash[] = [];
  for (const name of Object.keys(mine)) {
    values[name] = theirs[name];
    if (name === 'version' || isSame(mine[name], base[name])) continue;
    values[name] = mine[name];
    if (!isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])) {
      clashes.push({ name, mine: mine[name], theirs: theirs[name] });
    }
  }
  return { values, clashes };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
