import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

/** The counts that are not zero. */
const joinCounts = (...counts: [count: number, say: (count: number) => string][]): string =>
  counts.flatMap(([count, say]) => (count > 0 ? [say(count)] : [])).join(', ');

export const useEventCancelTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    inLanguages: (parts: { language: string; people: number }[]) => parts.map(texts.inLanguage).join(', '),
    dialogText: (amount: string | null, people: string) =>
      amount === null ? texts.dialogText(people) : texts.dialogTextWithRefund({ people, amount }),
    byWhom: (who: string | null) => (who === null ? texts.cancelledByOperator : texts.cancelledBy(who)),
    refundsNote: (underWay: number, byHand: number) =>
      joinCounts([underWay, texts.refundsNote.underWay], [byHand, texts.refundsNote.byHand]),
    mailsNote: (waiting: number, refused: number) =>
      joinCounts([waiting, texts.mailsNote.waiting], [refused, texts.mailsNote.refused]),
  };
});
export type EventCancelTexts = ReturnType<typeof useEventCancelTexts>;
