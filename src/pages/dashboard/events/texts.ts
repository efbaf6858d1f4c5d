import { pageTexts } from '../texts/page-texts.ts';
import type { LeadsTo } from './data.ts';
import { textsIn } from './texts/texts.ts';

export const useEventsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return { ...texts, title: (leadsTo: LeadsTo): string => texts.titles[leadsTo || 'all'] };
});
