import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';

const GAP_PX = 6;

/** A button that opens a small window beside it: the browser's own popover. A press elsewhere, Escape or a choice closes it. */
export function Popover({
  id,
  class: kind = '',
  button,
  label,
  onClose,
  children,
}: {
  id: string;
  class?: string;
  /** The button's content. */
  button: ComponentChildren;
  /** The button's name, if its content does not show one. */
  label?: string;
  onClose?: () => void;
  children: ComponentChildren;
}): VNode {
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const onToggle = ({ newState }: { newState: string }): void => {
    if (newState === 'open') place(opener.current, menu.current);
    else onClose?.();
  };
  return (
    <div class={`popover ${kind}`}>
      <button ref={opener} type="button" aria-label={label} popovertarget={`${id}-popover`}>
        {button}
      </button>
      <div
        ref={menu}
        id={`${id}-popover`}
        class="popover-menu"
        popover="auto"
        onToggle={onToggle}
        onClick={(event) => {
          const isChoice = event.target instanceof Element && event.target.closest('a, button');
          if (isChoice) menu.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </div>
  );
}

/** Below the button if there is space, otherwise above it, and never beyond the edge of the screen. */
function place(opener: HTMLElement | null, menu: HTMLElement | null): void {
  if (!opener || !menu) return;
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isBelow = at.bottom + GAP_PX + height <= innerHeight || at.top < height;
  const left = Math.min(Math.max(GAP_PX, at.left), innerWidth - width - GAP_PX);
  const top = isBelow ? at.bottom + GAP_PX : at.top - GAP_PX - height;
  menu.style.left = `${Math.max(GAP_PX, left)}px`;
  menu.style.top = `${Math.max(GAP_PX, top)}px`;
}
