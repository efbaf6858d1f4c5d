import { pageTexts } from '../texts/page-texts.ts';
import type { ShownMessage } from './data.ts';
import { textsIn, type Texts } from './texts/texts.ts';

type Whom = Pick<ShownMessage, 'audience' | 'attendance'> & { types: readonly string[] };

/** The recorded error in plain words, or as recorded if we have none. */
function sayWhy({ why }: Texts, error: string): string {
  const answer = /failed with (\d{3})/.exec(error)?.[1];
  if (answer !== undefined) return (answer.startsWith('5') ? why.refused : why.later)(answer);
  if (error.startsWith('They have unsubscribed')) return why.unsubscribed;
  return error.startsWith('There is nothing left to send') ? why.void : error;
}

export const useMessageTexts = pageTexts((language) => {
  const texts = textsIn(language);
  const { member, former_member, ...stoppedWhy } = texts.stoppedWhy;
  return {
    ...texts,
    /** The recipients of a message, in a few words. */
    whom: ({ types, ...whom }: Whom): string =>
      types.length === 0 ? texts.whom(whom) : texts.whomOfTypes({ ...whom, types: types.join(', ') }),
    whyStopped: (reason: NonNullable<ShownMessage['stoppedFor']>, by: string | null): string => {
      if (reason !== 'member') return stoppedWhy[reason];
      return by === null ? former_member : member(by);
    },
    why: (error: string): string => sayWhy(texts, error),
  };
});
export type MessageTexts = ReturnType<typeof useMessageTexts>;
