import { nameSeat } from '../../../rules/seat-name.ts';
import { pageTexts } from '../texts/page-texts.ts';
import type { NamedSeat } from './data.ts';
import { textsIn } from './texts/plan-use/texts.ts';

type Change = 'added' | 'changed' | 'removed';

/** Texts of the preview of a plan, loaded with it. */
export const usePlanUseTexts = pageTexts((language) => {
  const { changes, changesWithMore, ...texts } = textsIn(language);
  const change = (kind: Change, named: readonly NamedSeat[], count: number): string => {
    const seats = named
      .map(({ section, rowLabel, seatLabel }) =>
        nameSeat({ section, row: rowLabel, seat: seatLabel }, language),
      )
      .join('; ');
    const more = count - named.length;
    return more > 0 ? changesWithMore[kind]({ seats, more }) : changes[kind](seats);
  };
  return {
    ...texts,
    change,
    soldAs: ({ kind, ...category }: { name: string; places: number; kind: 'SEATED' | 'GENERAL' }) =>
      kind === 'SEATED' ? texts.seated(category) : texts.standing(category),
  };
});
