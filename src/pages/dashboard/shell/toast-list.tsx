import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, checkIcon, crossIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { useAction } from '../components/use-action.ts';
import type { Toast } from './toasts.ts';

// Long enough to read; longer with something to decide.
const SHOWN_MS = 6_000;
const SHOWN_WITH_UNDO_MS = 10_000;

export function ToastList(): VNode {
  const { toasts, texts } = useDashboard();
  return (
    <section class="toasts" aria-label={texts.parts.messages} aria-live="polite">
      {toasts.shown.value.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** Disappears by itself, unless somebody points at it or has the focus in it. */
function ToastItem({ toast }: { toast: Toast }): VNode {
  const { toasts, texts } = useDashboard();
  const isHeld = useSignal(false);
  const undo = useAction(() => toasts.undo(toast));
  const item = useRef<HTMLDivElement>(null);
  // After a press of its button, the page's heading gets the focus.
  useLayoutEffect(() => {
    const own = item.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);
  const hold = (): void => void (isHeld.value = true);
  const release = (): void => void (isHeld.value = false);
  useEffect(() => {
    if (isHeld.value) return undefined;
    const timer = setTimeout(() => toasts.dismiss(toast), toast.undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld.value]);
  return (
    <div
      ref={item}
      class={`toast ${toast.tone}`}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      <Icon path={toast.tone === 'good' ? checkIcon : alertIcon} />
      <p>{toast.text}</p>
      {toast.undo && (
        <button type="button" class="undo" onClick={undo.run}>
          {texts.parts.undo}
        </button>
      )}
      <button
        type="button"
        class="icon-only"
        aria-label={texts.parts.dismiss}
        onClick={() => toasts.dismiss(toast)}
      >
        <Icon path={crossIcon} />
      </button>
    </div>
  );
}
