import { pageTexts } from '../../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const usePositionTexts = pageTexts((language) => {
  const { withinMetres, withinKilometres, ...texts } = textsIn(language);
  return {
    ...texts,
    within: (metres: number) =>
      metres < 1000 ? withinMetres(metres) : withinKilometres(Math.ceil(metres / 1000)),
  };
});
