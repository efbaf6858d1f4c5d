import { nameSeat, type SeatPlace } from '../../../../rules/seat-name.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { joinWords, writeNumber } from '../../texts/words-in.ts';
import { textsIn } from './texts/texts.ts';

export const useHallMapTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    seatLanguage: language,
    and: (items: string[]) => joinWords(language, items),
    seatIn: (place: SeatPlace) => nameSeat(place, language),
    count: (count: number) => writeNumber(language, count),
    houseBecause: (reason: string) => (reason === '' ? texts.states.house : texts.houseBecause(reason)),
  };
});
export type HallMapTexts = ReturnType<typeof useHallMapTexts>;
