import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/headliners/texts.ts';

/** Texts of the list of headliners, which loads after the rest of the page. */
export const useHeadlinerTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    headlinerCount: (count: number, limit: number): string =>
      count >= limit ? texts.headlinersFull(limit) : texts.headlinerCount({ count, limit }),
  };
});
