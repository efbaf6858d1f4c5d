// How rows and seats are called. Each answers as many different labels as it is asked for, from left to right, or from the stage on.

export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** As most theatres have it: I and O are taken for one and nought. */
export const WITHOUT_I_AND_O = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

export type Numbering = {
  prefix?: string;
  isFromRight?: boolean;
} & (
  | { kind: 'numbers'; start?: number; step?: number }
  | { kind: 'letters'; letters?: string; start?: number }
  /** 1, 3, 5… to one side of the middle and 2, 4, 6… to the other: counted from the middle, or from both sides towards it. */
  | {
      kind: 'odd_and_even';
      oddSide: 'left' | 'right';
      leftCount?: number;
      start?: number;
      countedFrom?: 'middle' | 'sides';
    }
);

/** A…Z, AA, AB… with the letters given; the first is 0. */
export function letterLabel(nth: number, letters: string = WITHOUT_I_AND_O): string {
  let label = '';
  for (let rest = nth + 1; rest > 0; rest = Math.floor((rest - 1) / letters.length))
    label = letters.charAt((rest - 1) % letters.length) + label;
  return label;
}

export function labelsFor(count: number, numbering: Numbering): string[] {
  const { prefix = '', isFromRight = false } = numbering;
  const labels = plainLabels(count, numbering).map((label) => `${prefix}${label}`);
  return isFromRight ? labels.toReversed() : labels;
}

function plainLabels(count: number, numbering: Numbering): string[] {
  const each = (label: (nth: number) => number | string): string[] =>
    Array.from({ length: count }, (_, nth) => String(label(nth)));
  switch (numbering.kind) {
    case 'numbers': {
      const { start = 1, step = 1 } = numbering;
      return each((nth) => start + nth * step);
    }
    case 'letters': {
      const { letters = WITHOUT_I_AND_O, start = 0 } = numbering;
      return each((nth) => letterLabel(start + nth, letters));
    }
    default: {
      const { oddSide, leftCount = Math.floor(count / 2), start = 1, countedFrom = 'middle' } = numbering;
      const [left, right] = oddSide === 'left' ? [start, start + 1] : [start + 1, start];
      return each((nth) => {
        const [onLeft, onRight] =
          countedFrom === 'middle' ? [leftCount - 1 - nth, nth - leftCount] : [nth, count - 1 - nth];
        return nth < leftCount ? left + 2 * onLeft : right + 2 * onRight;
      });
    }
  }
}
