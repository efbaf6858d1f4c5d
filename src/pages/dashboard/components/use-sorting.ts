import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type Sorting = {
  /** The shown order: the server's, or a new one in the making. */
  order: readonly string[];
  draggedId: string | null;
  /** The list, whose children have `data-sorted`. */
  list: { current: HTMLOListElement | null };
  /** The handlers of an entry's grip. */
  onGripDown: (id: string, event: PointerEvent) => void;
  onGripKey: (id: string, event: KeyboardEvent) => void;
  /** One place up (-1) or down (1). */
  move: (id: string, by: -1 | 1, how: 'keys' | 'menu') => void;
};

/**
 * A list that is sorted by dragging and by keys. Entries change places during a drag, so people see the result. `onSorted` gets each new
 * order, in turn; `onMoved` each step by keys, to be announced.
 */
export function useSorting({
  ids,
  onSorted,
  onMoved,
}: {
  ids: readonly string[];
  onSorted: (order: string[], before: readonly string[], how: 'drag' | 'keys' | 'menu') => Promise<void>;
  onMoved: (id: string, nr: number) => void;
}): Sorting {
  const mine = useSignal<string[] | null>(null);
  const draggedId = useSignal<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focusId = useRef<string | null>(null);
  const isSaving = useRef(false);
  // After an entry was added or deleted, the server's order counts again.
  const isMineStill = mine.value?.length === ids.length && mine.value.every((id) => ids.includes(id));
  const order = isMineStill && mine.value ? mine.value : ids;

  const save = async (before: readonly string[], how: 'drag' | 'keys' | 'menu'): Promise<void> => {
    // After ten key presses the last place is saved, and some of those before.
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      for (let saved: string[] | null = null; mine.value && mine.value !== saved;) {
        saved = mine.value;
        await onSorted(saved, before, how);
      }
    } finally {
      isSaving.current = false;
      mine.value = null;
    }
  };

  // A grip that changes its place loses the focus.
  useLayoutEffect(() => {
    if (focusId.current === null) return;
    document.getElementById(gripId(focusId.current))?.focus();
    focusId.current = null;
  });

  const move = (id: string, by: -1 | 1, how: 'keys' | 'menu'): void => {
    const from = order.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= order.length) return;
    const before = order;
    mine.value = placed(order, id, to);
    if (how === 'keys') focusId.current = id;
    onMoved(id, to + 1);
    void save(before, how);
  };

  const onGripDown = (id: string, down: PointerEvent): void => {
    if (down.button !== 0) return;
    down.preventDefault();
    const before = order;
    draggedId.value = id;
    followPointer({
      onMove: (y) => follow(id, y),
      onEnd: (isDropped) => {
        draggedId.value = null;
        if (!isDropped) mine.value = null;
        else if (mine.value && mine.value.join() !== before.join()) void save(before, 'drag');
      },
    });
  };

  const follow = (id: string, y: number): void => {
    const now = mine.value ?? [...ids];
    const next = placed(now, id, countAbove(list.current, id, y));
    if (next.join() !== now.join()) mine.value = next;
  };

  return {
    order,
    draggedId: draggedId.value,
    list,
    onGripDown,
    move,
    onGripKey: (id, event) => {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      move(id, event.key === 'ArrowUp' ? -1 : 1, 'keys');
    },
  };
}

export const gripId = (id: string): string => `grip-${id}`;

function placed(order: readonly string[], id: string, at: number): string[] {
  const others = order.filter((other) => other !== id);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** Until it is released, or Escape cancels it. Not on the grip itself, which changes its place. */
function followPointer({
  onMove,
  onEnd,
}: {
  onMove: (y: number) => void;
  onEnd: (isDropped: boolean) => void;
}): void {
  const end = new AbortController();
  const { signal } = end;
  const stop = (isDropped: boolean): void => {
    end.abort();
    onEnd(isDropped);
  };
  document.addEventListener('pointermove', ({ clientY }) => onMove(clientY), { signal });
  document.addEventListener('pointerup', () => stop(true), { signal });
  document.addEventListener('pointercancel', () => stop(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(false), { signal });
}

/** The number of other entries whose middle is above the pointer. */
function countAbove(list: HTMLElement | null, id: string, y: number): number {
  const entries = [...(list?.querySelectorAll<HTMLElement>('[data-sorted]') ?? [])];
  return entries.filter((entry) => {
    const { top, height } = entry.getBoundingClientRect();
    return entry.dataset['sorted'] !== id && top + height / 2 < y;
  }).length;
}
