import { createBoundedMap } from './bounded-map.ts';

type LookUp<Value> = {
  answer: Promise<Value>;
  /** Undefined until the answer is there. */
  value: Value | undefined;
  sinceMs: number;
};

/**
 * Look-ups by key, cached. All who ask while one is under way share it. One that fails is told to all of them and not cached: the next
 * who asks tries again.
 */
export function createCachedLookUps<Value>({
  max,
  freshForMs = Infinity,
  now = () => performance.now(),
}: {
  /** The half of this that was used last is always there: see `createBoundedMap`. */
  max: number;
  /** Counted from the moment the look-up began. */
  freshForMs?: number;
  now?: () => number;
}) {
  const lookUps = createBoundedMap<string, LookUp<Value>>({ max });

  async function follow(key: string, lookUp: LookUp<Value>): Promise<void> {
    try {
      lookUp.value = await lookUp.answer;
    } catch {
      if (lookUps.get(key) === lookUp) lookUps.delete(key);
    }
  }

  function freshOf(key: string): LookUp<Value> | null {
    const known = lookUps.get(key);
    return known && now() - known.sinceMs < freshForMs ? known : null;
  }

  return {
    find(key: string, lookUp: () => Promise<Value>): Promise<Value> {
      const known = freshOf(key);
      if (known) return known.answer;
      const begun: LookUp<Value> = { answer: lookUp(), value: undefined, sinceMs: now() };
      lookUps.set(key, begun);
      void follow(key, begun);
      return begun.answer;
    },
    /** Whether `find` would look nothing up: the answer is there, or somebody waits for it already. */
    knows: (key: string): boolean => freshOf(key) !== null,
    // Look-ups under way are forgotten too: those who have asked get the answer, those who ask from now on don't.
    forget: (key: string): void => lookUps.delete(key),
    forgetAll: (): void => lookUps.clear(),
    /** `value` is undefined where the look-up is still under way. */
    forgetWhere(isOutdated: (key: string, value: Value | undefined) => boolean): void {
      for (const [key, { value }] of lookUps.entries()) if (isOutdated(key, value)) lookUps.delete(key);
    },
  };
}
