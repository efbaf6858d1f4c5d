import { pageTexts } from '../../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useSeatTexts = pageTexts((language) => {
  const texts = textsIn(language);
  const and = (names: string[]): string => {
    const [last = '', ...others] = names.toReversed();
    if (others.length === 0) return last;
    const seats = others.reduceRight((before, seat) => texts.join.more({ seats: before, seat }));
    return texts.join.last({ seats, seat: last });
  };
  const houseSeat = (reason: string): string =>
    reason === '' ? texts.houseSeat : texts.houseSeatBecause(reason);
  return { ...texts, and, houseSeat, seatLanguage: language };
});
export type SeatTexts = ReturnType<typeof useSeatTexts>;
