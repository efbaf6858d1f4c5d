/**
 * Keys that do something by themselves, wherever one is on the page. Who speaks to the browser instead of typing sets them off by accident, so
 * they can be switched off (WCAG 2.1.4), for this browser.
 */
const KEPT_AS = 'tessera-single-keys';

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) !== 'off';
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, 'off');
  } catch {
    // A browser that keeps nothing has them on.
  }
}

const TYPED_INTO = 'input, select, textarea, [contenteditable], dialog';

/** Whether a key was pressed by itself, and is not for what is typed into or for a window over the page. */
export const isSingleKey = (event: KeyboardEvent, key: string): boolean =>
  event.key === key &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest(TYPED_INTO)) &&
  areSingleKeysOn();
