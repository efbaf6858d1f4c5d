import { useEffect } from 'preact/hooks';
import { isSingleKey } from './single-keys.ts';

type Way = 1 | -1;

const ARROWS: Record<string, Way> = { ArrowDown: 1, ArrowUp: -1 };

/** From the link that names a row, arrows move to the next one. */
export function goByArrows(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const way = ARROWS[event.key];
  if (way === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target instanceof Element && event.target.matches('th a'))
    goFrom(event, event.currentTarget, way);
}

/** `j` and `k` do the same from anywhere on the page: from outside of a table, into the first one. */
export function useRowKeys(): void {
  useEffect(() => {
    // Each table of a page listens. The first one to act prevents the default, and the others stay.
    const follow = (event: KeyboardEvent): void => goByLetters(event);
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}

function goByLetters(event: KeyboardEvent): void {
  const way = isSingleKey(event, 'j') ? 1 : isSingleKey(event, 'k') ? -1 : null;
  const table = '.data-table tbody';
  const around = event.target instanceof Element ? event.target.closest(table) : null;
  const rows = around ?? document.querySelector(table);
  if (way !== null && rows) goFrom(event, rows, way);
}

function goFrom(event: KeyboardEvent, rows: Element, way: Way): void {
  const links = [...rows.querySelectorAll<HTMLElement>('th a')];
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const at = links.findIndex((link) => link.closest('tr') === row);
  event.preventDefault();
  links[Math.max(0, at + way)]?.focus();
}
