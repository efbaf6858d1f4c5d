import assert from 'node:assert/strict';

// Not undefined: that is what `get` says of a key that is not there.
type Storable = object | boolean | number | string;

/**
 * A map in memory that never holds more than `max`: entries, or what `weigh` counts (bytes).
 *
 * It has two generations. When the young one has half of `max`, it becomes the old one, and what the old one held is dropped. An
 * entry that is asked for moves back to the young one. So what was used last, up to half of `max`, is always there, and a
 * hit costs no more than in a plain map.
 */
export function createBoundedMap<Key, Value extends Storable>({
  max,
  weigh = () => 1,
}: {
  max: number;
  /** Always the same for the same value. */
  weigh?: (value: Value) => number;
}) {
  assert(max >= 2, 'each generation has room for an entry');
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  let youngWeight = 0;

  function addToYoung(key: Key, value: Value): void {
    const weight = weigh(value);
    if (weight > max / 2) return;
    if (youngWeight + weight > max / 2) {
      old = young;
      young = new Map();
      youngWeight = 0;
    }
    young.set(key, value);
    youngWeight += weight;
  }

  function remove(key: Key): void {
    old.delete(key);
    const value = young.get(key);
    if (value === undefined) return;
    young.delete(key);
    youngWeight -= weigh(value);
  }

  return {
    get(key: Key): Value | undefined {
      const value = young.get(key);
      if (value !== undefined || old.size === 0) return value;
      const aged = old.get(key);
      if (aged === undefined) return undefined;
      old.delete(key);
      addToYoung(key, aged);
      return aged;
    },
    /** A value that weighs more than half of `max` is not stored. */
    set(key: Key, value: Value): void {
      remove(key);
      addToYoung(key, value);
    },
    delete: remove,
    clear(): void {
      young = new Map();
      old = new Map();
      youngWeight = 0;
    },
    entries: (): [Key, Value][] => [...old, ...young],
  };
}

export type BoundedMap<Key, Value extends Storable> = ReturnType<typeof createBoundedMap<Key, Value>>;
