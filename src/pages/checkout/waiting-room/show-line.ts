import type { Shown } from './line.ts';

/** How the buyer's turn is told: the tickets open here, were opened in another window, or wait on another site. */
export type TurnKind = 'go' | 'used' | 'elsewhere';

/** Shows one of the page's views, filled in. Unchanged parts are left alone: nothing flickers, and no focus is lost. */
export function showLine(root: HTMLElement, shown: Shown, turn: TurnKind): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-view]')) {
    setHidden(part, !names(part.dataset['view']).includes(shown.view));
  }
  for (const place of root.querySelectorAll<HTMLElement>('[data-fill]')) {
    setText(place, String(shown[place.dataset['fill'] as keyof Shown]));
  }
  for (const part of root.querySelectorAll<HTMLElement>('[data-turn]')) {
    setHidden(part, !names(part.dataset['turn']).includes(turn));
  }
  for (const part of root.querySelectorAll<HTMLElement>('[data-paused]')) setHidden(part, !shown.isPaused);
  root.querySelectorAll('.tiles > *').forEach((tile, index) => {
    tile.classList.toggle('laid', index < shown.laid);
  });
}

export function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

export function setHidden(element: HTMLElement | null, isHidden: boolean): void {
  if (element && element.hidden !== isHidden) element.hidden = isHidden;
}

const names = (attribute = ''): string[] => attribute.split(' ');
