import { nameSeat, type SeatPlace } from '../../../rules/seat-name.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/drawn/texts.ts';

/** Texts of a drawn hall, loaded with it. */
export const useDrawnHallTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    seatIn: (place: SeatPlace) => nameSeat(place, language),
    blockedSeat: (reason: string) => (reason === '' ? texts.blockedSeat : texts.blockedSeatBecause(reason)),
  };
});
