import { textsIn as leaveHostIn } from '../texts/leave-host/texts.ts';
import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useMeTexts = textsWith((language) => {
  const { me } = textsIn(language);
  return { me: { ...me, profile: { ...me.profile, ...leaveHostIn(language) } } };
});
export type MeTexts = ReturnType<typeof useMeTexts>;
