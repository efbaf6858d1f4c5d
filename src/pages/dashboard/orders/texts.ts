import type { ShownResending } from './data.ts';
import { textsWith } from '../texts/page-texts.ts';
import { joinWords } from '../texts/words-in.ts';
import { textsIn, type Texts } from './texts/texts.ts';

function sayStopped(
  { stoppedWhy }: Texts['resending'],
  why: NonNullable<ShownResending['stoppedFor']>,
  by: string | null,
): string {
  if (why !== 'member') return stoppedWhy[why];
  return by === null ? stoppedWhy.somebody : stoppedWhy.member(by);
}

export const useOrdersTexts = textsWith((language) => {
  const texts = textsIn(language);
  const { resending } = texts;
  type Good = { count: number; tickets: number; amounts: readonly string[] };
  return {
    orders: {
      ...texts,
      shownGood: ({ amounts, ...counts }: Good) =>
        texts.shownGood({ ...counts, amounts: joinWords(language, amounts) }),
      zone: (zone: string) => texts.zone(zone.replaceAll('_', ' ')),
      resending: {
        ...resending,
        stoppedWhy: (why: NonNullable<ShownResending['stoppedFor']>, by: string | null) =>
          sayStopped(resending, why, by),
      },
    },
  };
});
export type OrdersTexts = ReturnType<typeof useOrdersTexts>;
