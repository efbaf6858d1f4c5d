export type Chooser = ReturnType<typeof chooser>;

/** Choices that a seed decides (mulberry32): what was done can be done again, though not at the same instants. */
export function chooser(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    chance: (share: number): boolean => next() < share,
    oneOf: <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T,
  };
}
