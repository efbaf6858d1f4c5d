import { effect, type Signal } from '@preact/signals';
import type { Changes, Kept } from './kept-changes.ts';
import { mergeChanges, type Clash } from './merge-changes.ts';

type Values = Record<string, unknown>;

type Kit = {
  kept: Kept;
  values: Signal<Values>;
  /** The values that nobody has typed over. */
  base: () => Values;
  isBusy: Signal<boolean>;
  clashes: Signal<readonly Clash[] | null>;
  offer: Signal<Offer | null>;
};

/** Unsaved changes of an earlier visit. */
export type Offer = { at: number; putBack: () => void; forget: () => void };

/** Keeps the typed changes until they are saved, and offers earlier ones. Returns a function that stops it. */
export function keepChanges({ kept, values, base, isBusy, clashes, offer }: Kit): () => void {
  // Offered changes stay in the storage until a decision, below the new ones.
  let waiting = stillNew(kept.read(Date.now()), values.peek());

  function putBack(): void {
    if (!waiting) return;
    const now = values.peek();
    // Somebody may have saved since: fields that both changed are offered as a choice.
    const merged = mergeChanges({
      base: { ...now, ...waiting.base },
      mine: { ...now, ...waiting.values },
      theirs: now,
    });
    decide();
    values.value = merged.values;
    if (merged.clashes.length > 0) clashes.value = merged.clashes;
  }

  function decide(): void {
    waiting = null;
    offer.value = null;
    store();
  }

  function store(): void {
    const mine = changesOf(values.peek(), base());
    if (!mine && waiting) return;
    kept.write(mine && merge(waiting, mine));
  }

  offer.value = waiting && { at: waiting.at, putBack, forget: decide };
  const stop = effect(() => {
    void values.value;
    // While it is sent it is neither saved nor lost: keep the changes until there is an answer.
    if (!isBusy.value) store();
  });
  return stop;
}

function changesOf(values: Values, base: Values): Changes | null {
  const names = Object.keys(values).filter((name) => name !== 'version' && !isSame(values[name], base[name]));
  if (names.length === 0) return null;
  return { at: Date.now(), base: pick(base, names), values: pick(values, names) };
}

/** The changes to fields of this form that differ from its values. */
function stillNew(changes: Changes | null, values: Values): Changes | null {
  if (!changes) return null;
  const names = Object.keys(changes.values).filter(
    (name) => Object.hasOwn(values, name) && !isSame(changes.values[name], values[name]),
  );
  if (names.length === 0) return null;
  return { at: changes.at, base: pick(changes.base, names), values: pick(changes.values, names) };
}

const merge = (earlier: Changes | null, mine: Changes): Changes => ({
  at: mine.at,
  base: { ...earlier?.base, ...mine.base },
  values: { ...earlier?.values, ...mine.values },
});

const pick = (values: Values, names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
