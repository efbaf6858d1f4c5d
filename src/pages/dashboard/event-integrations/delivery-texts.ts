import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/delivery/texts.ts';

export const useEventDeliveryTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    /** The end of an attempt, and how long it took. */
    answered: (status: number | null, ms: number | null): string => {
      if (status === null) return ms === null ? texts.noAnswer : texts.noAnswerAfter(ms);
      return ms === null ? texts.answered(status) : texts.answeredAfter({ status, ms });
    },
  };
});
