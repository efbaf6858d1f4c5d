import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MAX_HEADLINERS } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { useSorting, type Sorting } from '../components/use-sorting.ts';
import type { Body, Part } from './details-form.tsx';
import { useHeadlinerTexts } from './headliners-texts.ts';

export type Headliner = NonNullable<Body['headliners']>[number];

export type Headliners = {
  /** In the shown order, which changes during a drag. */
  rows: { key: string; headliner: Headliner }[];
  sorting: Sorting;
  /** The message for screen readers. */
  said: string;
  isFull: boolean;
  add: () => void;
  change: (headliner: Headliner, changes: Partial<Headliner>) => void;
  move: (headliner: Headliner, by: -1 | 1) => void;
  remove: (headliner: Headliner) => void;
  removePicture: (headliner: Headliner) => void;
};

/** The list of headliners while it is edited. Nothing is kept until the form is saved. */
export function useHeadliners(form: Part['form']): Headliners {
  const { toasts } = useDashboard();
  const words = useHeadlinerTexts();
  const said = useSignal('');
  const { keyOf, keep } = useKeys();
  const focusSoon = useFocusSoon(form.id);
  const now = (): Headliner[] => form.values.value.headliners || [];
  const byKey = (key: string): Headliner | undefined => now().find((one) => keyOf(one) === key);
  const nameOf = (headliner: Headliner | undefined): string => headliner?.name.trim() || words.aHeadliner;

  const write = (next: Headliner[]): void => {
    form.set('headliners', next);
    // Errors are named by position, and positions have changed.
    form.errors.value = Object.fromEntries(
      Object.entries(form.errors.value).filter(([field]) => !field.startsWith('headliners[')),
    );
  };
  const sorting = useSorting({
    ids: now().map((one) => keyOf(one)),
    onSorted: (order) => {
      write(order.flatMap((key) => byKey(key) ?? []));
      return Promise.resolve();
    },
    onMoved: (key, nr) => (said.value = words.moved({ name: nameOf(byKey(key)), nr, of: now().length })),
  });
  form.writers.set('headliners', (list) => (list as Headliner[]).map(nameOf).join(', ') || '–');

  const change = (headliner: Headliner, changes: Partial<Headliner>): void => {
    const next = { ...headliner, ...changes };
    keep(keyOf(headliner), next);
    write(now().map((one) => (one === headliner ? next : one)));
  };

  return {
    rows: sorting.order.flatMap((key) => {
      const headliner = byKey(key);
      return headliner ? [{ key, headliner }] : [];
    }),
    sorting,
    said: said.value,
    isFull: now().length >= MAX_HEADLINERS,
    add: () => {
      if (now().length >= MAX_HEADLINERS) return;
      const headliner = { headlinerId: null, name: '', role: '', imageFile: null };
      focusSoon(`${keyOf(headliner)}-name`);
      write([...now(), headliner]);
    },
    change,
    move: (headliner, by) => {
      focusSoon(`${keyOf(headliner)}-${by < 0 ? 'up' : 'down'}`);
      sorting.move(keyOf(headliner), by, 'menu');
    },
    remove: (headliner) => {
      const at = now().indexOf(headliner);
      write(now().filter((one) => one !== headliner));
      const next = now()[at] ?? now()[at - 1];
      focusSoon(next ? `${keyOf(next)}-remove` : 'add-headliner');
      toasts.tell({
        tone: 'good',
        text: words.removed(nameOf(headliner)),
        undo: () => {
          if (now().length < MAX_HEADLINERS) write([...now().slice(0, at), headliner, ...now().slice(at)]);
          return Promise.resolve();
        },
      });
    },
    removePicture: (headliner) => {
      const { imageFile = null } = headliner;
      const key = keyOf(headliner);
      focusSoon(`${key}-picture`);
      change(headliner, { imageFile: null });
      toasts.tell({
        tone: 'good',
        text: words.pictureRemoved(nameOf(headliner)),
        undo: () => {
          const same = byKey(key);
          if (same) change(same, { imageFile });
          return Promise.resolve();
        },
      });
    },
  };
}

/** Wait until it is drawn: a new entry gets the focus, and a button that moves with its row would lose it. */
function useFocusSoon(formId: string): (what: string) => void {
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    document.getElementById(`${formId}-${next.current}`)?.focus();
    next.current = null;
  });
  return (what) => void (next.current = what);
}

/** A key for each entry that stays the same while it is edited: a new one has no id yet. */
function useKeys(): { keyOf: (headliner: Headliner) => string; keep: (key: string, of: Headliner) => void } {
  const keys = useRef({ count: 0, of: new WeakMap<Headliner, string>() }).current;
  const keep = (key: string, of: Headliner): void => void keys.of.set(of, key);
  const keyOf = (headliner: Headliner): string => {
    const known = headliner.headlinerId ?? keys.of.get(headliner);
    if (known !== undefined) return known;
    keys.count += 1;
    keep(`new-${keys.count}`, headliner);
    return `new-${keys.count}`;
  };
  return { keyOf, keep };
}
