import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { crossIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';

// The first focus: the first field, a link that leads on, or the way out before something destructive.
const FIRST = 'input, select, textarea, .dialog-actions a.main, .dialog-actions .second';

/**
 * A window over the page, open while it is rendered. The browser keeps the focus in it, closes it by Escape, and returns the focus
 * afterwards.
 */
export function Dialog({
  kind = 'window',
  title,
  onClose,
  children,
}: {
  /** `sheet` slides up from the bottom of a phone. */
  kind?: 'window' | 'wide' | 'sheet';
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}): VNode {
  const { texts, router, questions } = useDashboard();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(FIRST)?.focus();
    return () => dialog?.close();
  }, []);
  const closeIfWanted = async (): Promise<void> => {
    const isTyped = router.isDirty() && element.current?.querySelector('form.form') !== null;
    if (!isTyped || (await questions.ask('leave'))) onClose();
  };
  return (
    <dialog
      ref={element}
      class={`dialog ${kind}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        void closeIfWanted();
      }}
      // A press on the backdrop closes it, but not a form: a hand may slip.
      onClick={(event) => kind === 'sheet' && event.target === event.currentTarget && onClose()}
    >
      <div class="dialog-sheet">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-only" aria-label={texts.parts.close} onClick={onClose}>
            <Icon path={crossIcon} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
