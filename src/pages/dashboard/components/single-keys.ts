/**
 * Single keys that work anywhere on the page. People who control the browser by voice trigger them by accident, so they can be turned off
 * (WCAG 2.1.4), for this browser.
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
    // They are on in a browser without storage.
  }
}

const TYPED_INTO = 'input, select, textarea, [contenteditable], dialog';

/** Tells whether a key was pressed alone, outside of fields and of windows over the page. */
export const isSingleKey = (event: KeyboardEvent, key: string): boolean =>
  event.key === key &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest(TYPED_INTO)) &&
  areSingleKeysOn();
