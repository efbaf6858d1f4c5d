/** A field that two people have changed, each to something else. */
export type Clash = { name: string; mine: unknown; theirs: unknown };

type Values = Record<string, unknown>;

/**
 * Puts together what two people made of the same values. What only one of them changed is taken; where both did, mine stays
 * until I choose. The version is not a field of anybody's: it is theirs, so that what is saved next is on top of it.
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
