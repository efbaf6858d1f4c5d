import { signal, type Signal } from '@preact/signals';

export type Toast = {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  /** Undoes the action. */
  undo?: () => Promise<unknown>;
  /** Completes the action once it can't be undone. With `isLeaving`, the call must outlive the page. */
  settle?: (how: { isLeaving: boolean }) => unknown;
};

export type Toasts = {
  shown: Signal<readonly Toast[]>;
  tell(toast: Omit<Toast, 'id'>): void;
  /** The time is up, or it was dismissed. */
  dismiss(toast: Toast): void;
  undo(toast: Toast): Promise<void>;
  /** The page is closing: nothing can be undone any more. */
  settleAll(): void;
};

// More would cover the page.
const MAX_SHOWN = 3;

/** Short messages at the edge of the page, which disappear by themselves. */
export function createToasts(): Toasts {
  const shown = signal<readonly Toast[]>([]);
  let count = 0;
  const take = (toast: Toast): boolean => {
    const isShown = shown.value.includes(toast);
    shown.value = shown.value.filter((other) => other !== toast);
    return isShown;
  };
  const dismiss = (toast: Toast): void => {
    if (take(toast)) toast.settle?.({ isLeaving: false });
  };
  return {
    shown,
    dismiss,
    tell(toast) {
      count += 1;
      shown.value = [...shown.value, { ...toast, id: count }];
      for (const old of shown.value.slice(0, -MAX_SHOWN)) dismiss(old);
    },
    async undo(toast) {
      if (take(toast)) await toast.undo?.();
    },
    settleAll() {
      const all = shown.value;
      shown.value = [];
      for (const { settle } of all) settle?.({ isLeaving: true });
    },
  };
}
