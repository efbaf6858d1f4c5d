/** The latest `max` entries: the one that was set the longest ago goes first. */
export function createBoundedMap<Value>(max: number) {
  const entries = new Map<string, Value>();
  return {
    get: (name: string): Value | undefined => entries.get(name),
    set(name: string, value: Value): void {
      // A map keeps the order in which its keys came.
      entries.delete(name);
      entries.set(name, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= max) break;
        entries.delete(oldest);
      }
    },
  };
}

export type BoundedMap<Value> = ReturnType<typeof createBoundedMap<Value>>;
