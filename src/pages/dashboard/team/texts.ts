import { textsIn as leaveHostIn } from '../texts/leave-host/texts.ts';
import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useTeamTexts = textsWith((language) => ({
  team: { ...textsIn(language), ...leaveHostIn(language) },
}));
export type TeamTexts = ReturnType<typeof useTeamTexts>;
