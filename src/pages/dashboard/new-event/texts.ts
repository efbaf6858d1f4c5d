import { eventFieldsIn } from '../texts/event-fields.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useNewEventTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...eventFieldsIn(language),
    ...texts,
    posterOf: (name: string): string => (name === '' ? texts.posterOfEvent : texts.posterOf(name)),
  };
});
