import { pageTexts } from '../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

function saySpan({ span }: Texts, seconds: number): string {
  if (seconds < 60) return span.seconds(Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return span.minutes(minutes);
  return span.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export const useWaitingRoomTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    waitingNote: (minutes: number): string =>
      minutes > 90 ? texts.waitingHours(Math.round(minutes / 60)) : texts.waitingMinutes(minutes),
    /** How long somebody waited. */
    span: (seconds: number): string => saySpan(texts, seconds),
  };
});
