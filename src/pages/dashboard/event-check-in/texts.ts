import { pageTexts } from '../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

const MINUTES_A_DAY = 1_440;

function sayBefore(texts: Texts, minutes: number): string {
  if (minutes === 0) return texts.atStart;
  return minutes % MINUTES_A_DAY
    ? texts.hoursBefore(Math.ceil(minutes / 60))
    : texts.daysBefore(minutes / MINUTES_A_DAY);
}

export const useCheckInTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    before: (minutes: number): string => sayBefore(texts, minutes),
    minutesAndSeconds: (minutes: number, seconds: number): string =>
      `${minutes}:${String(seconds).padStart(2, '0')}`,
  };
});
export type CheckInTexts = ReturnType<typeof useCheckInTexts>;
