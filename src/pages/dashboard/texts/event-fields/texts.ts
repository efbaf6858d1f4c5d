// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  what: string;
  name: string;
  category: string;
  when: string;
  startsAt: string;
  closesAt: string;
  closesAtHint: string;
  doorsMinutes: string;
  doorsMinutesHint: string;
  where: string;
  levels: {
    area: string;
    city: string;
    county: string;
    department: string;
    district: string;
    do_si: string;
    emirate: string;
    island: string;
    local_government_area: string;
    municipality: string;
    oblast: string;
    parish: string;
    post_town: string;
    prefecture: string;
    province: string;
    region: string;
    state: string;
    suburb: string;
  };
  isOnline: string;
  isOnlineHint: string;
  venue: string;
  street: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
