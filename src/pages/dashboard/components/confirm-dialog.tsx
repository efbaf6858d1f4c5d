import type { ComponentChildren, VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Shown before something that can't be undone: it says what will happen, and so does its button. If it can be undone, a toast offers that
 * instead.
 */
export function ConfirmDialog({
  title,
  confirm,
  keep,
  onConfirm,
  onClose,
  isDangerous = true,
  children,
}: {
  title: string;
  /** The button's action in its own words: never just "OK". */
  confirm: string;
  /** The way out, if "Cancel" would read like the button's own action. */
  keep?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** It destroys something. */
  isDangerous?: boolean;
  /** The consequences. */
  children: ComponentChildren;
}): VNode {
  const { texts } = useDashboard();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="dialog-actions">
        <BusyButton class={isDangerous ? 'danger' : 'main'} onPress={onConfirm}>
          {confirm}
        </BusyButton>
        <button type="button" class="second" onClick={onClose}>
          {keep ?? texts.parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}
