import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Scanner } from '../scanner.ts';

/** A window in the lower half. Escape and the button close it, and the focus goes back to what opened it. */
export function SheetFrame({
  scanner,
  title,
  children,
}: {
  scanner: Scanner;
  title: string;
  children: ComponentChildren;
}): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const close = (): void => {
    scanner.sheet.value = null;
  };
  return (
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={close}>
      <h2>{title}</h2>
      {children}
      <button class="second close" type="button" onClick={close}>
        {scanner.texts.actions.close}
      </button>
    </dialog>
  );
}
