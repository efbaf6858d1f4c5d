import { COLOR_COUNT } from './seat-shapes.ts';

export type MapColors = {
  seats: string[];
  onSeat: string;
  ground: string;
  section: string;
  taken: string;
  ink: string;
  inkSoft: string;
  accent: string;
  onAccent: string;
  warning: string;
  font: string;
};

/** The page's colours, for the canvas that style sheets do not reach. */
export function readColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    seats: Array.from({ length: COLOR_COUNT }, (_, index) => read(`--category-${index + 1}`)),
    onSeat: read('--on-category'),
    ground: read('--surface-raised'),
    section: read('--seat-section'),
    taken: read('--seat-taken'),
    ink: read('--text'),
    inkSoft: read('--text-muted'),
    accent: read('--accent'),
    onAccent: read('--on-accent'),
    warning: read('--warning'),
    font: style.fontFamily,
  };
}
