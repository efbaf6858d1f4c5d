import { eventFieldsIn } from '../texts/event-fields.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useEventDetailsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...eventFieldsIn(language),
    ...texts,
    hideLocationHint: (area: string): string =>
      area === '' ? texts.hideLocationHintWithoutArea : texts.hideLocationHint(area),
    toolTitle: (tool: string, keys: string | undefined): string =>
      keys === undefined ? tool : `${tool} (${keys.replace('Control', 'Ctrl')})`,
  };
});
