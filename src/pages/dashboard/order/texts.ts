import { nameSeat, type SeatPlace } from '../../../rules/seat-name.ts';
import type { Language } from '../../../values/language.ts';
import { pageTexts } from '../texts/page-texts.ts';
import type { OrderView } from './data.ts';
import type { RefundPlan } from './plan-refund.ts';
import { textsIn, type Texts } from './texts/texts.ts';

type By = NonNullable<OrderView['changes'][number]['by']>;

function sayBy({ by: texts }: Texts, by: By): string {
  if (by.kind !== 'member') return texts[by.kind];
  return by.name === '' ? texts.formerMember : texts.member(by.name);
}

function sayVoid(texts: Texts, positions: number[], stay: number): string {
  if (positions.length === 0) return texts.willVoidNone;
  const gone = texts.willVoid({ count: positions.length, positions: positions.join(', ') });
  return `${gone} ${texts.willStayValid(stay)}`;
}

function sayProblem(
  { refundProblems }: Texts,
  problem: NonNullable<RefundPlan['problem']>,
  left: string,
): string {
  const said = refundProblems[problem];
  return typeof said === 'string' ? said : said(left);
}

export function orderTextsIn(language: Language) {
  const texts = textsIn(language);
  return {
    ...texts,
    seat: (place: SeatPlace) => nameSeat(place, language),
    by: (by: By) => sayBy(texts, by),
    willVoid: (positions: number[], stay: number) => sayVoid(texts, positions, stay),
    refundProblem: (problem: NonNullable<RefundPlan['problem']>, left: string) =>
      sayProblem(texts, problem, left),
    gatewaySaid: (note: string) => texts.gatewaySaid(note.replace(/\.$/, '')),
  };
}

export const useOrderTexts = pageTexts(orderTextsIn);
export type OrderTexts = ReturnType<typeof useOrderTexts>;
