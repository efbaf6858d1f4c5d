import type { Language } from '../../../../values/language.ts';
import { textsIn } from './texts/texts.ts';

/** The seat picker's texts, and how it names seats. */
export function seatTextsIn(language: Language) {
  const texts = textsIn(language);
  const and = (names: string[]): string => {
    const [last = '', ...others] = names.toReversed();
    if (others.length === 0) return last;
    const seats = others.reduceRight((before, seat) => texts.join.more({ seats: before, seat }));
    return texts.join.last({ seats, seat: last });
  };
  return { ...texts, and, seatLanguage: language };
}

export type SeatTexts = ReturnType<typeof seatTextsIn>;
