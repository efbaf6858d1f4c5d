import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useEventIntegrationsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    notTold: (count: number, most: number) => (count >= most ? texts.missedMany(most) : texts.missed(count)),
  };
});
export type EventIntegrationsTexts = ReturnType<typeof useEventIntegrationsTexts>;
