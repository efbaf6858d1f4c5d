import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/delivery/texts.ts';

export const useEventDeliveryTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    /** What an attempt came to, and how long that took. */
    answered: (status: number | null, ms: number | null): string => {
      if (status === null) return ms === null ? texts.noAnswer : texts.noAnswerAfter(ms);
      return ms === null ? texts.answered(status) : texts.answeredAfter({ status, ms });
    },
  };
});
