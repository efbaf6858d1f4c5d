import { textsWith } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useTeamTexts = textsWith({ en: { team: en }, fr: { team: en } });
export type TeamTexts = ReturnType<typeof useTeamTexts>;
