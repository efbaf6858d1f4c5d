import type { Seat } from '../../../seat-map/plan.ts';
import type { SeatTexts } from './seat-texts.ts';

/** A seat's marks, in words. */
export const marksOf = ({ a, v, c, g }: Seat, texts: SeatTexts): string[] => [
  ...(a ? [texts.accessible] : []),
  ...(v ? [texts.restricted] : []),
  ...(c === undefined ? [] : [texts.companion]),
  ...(g === undefined ? [] : [texts.wholeTable]),
];
