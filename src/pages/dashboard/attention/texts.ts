import { pageTexts } from '../texts/page-texts.ts';
import { sayWith } from '../texts/words-in.ts';
import { textsIn } from './texts/texts.ts';

type Kind = keyof ReturnType<typeof textsIn>['troubles'];

export const useAttentionTexts = pageTexts((language) => {
  const texts = textsIn(language);
  const { receiver_failing, delivery_given_up, ...others } = texts.troubles;
  const counted = { receiver_failing, delivery_given_up };
  // Not all messages say the same values.
  const what = (kind: Kind, { subject, count }: { subject: string; count: number }): string => {
    if (kind in counted) return counted[kind as keyof typeof counted].what({ subject, count });
    return sayWith(others[kind as keyof typeof others].what, subject);
  };
  return { ...texts, what };
});
