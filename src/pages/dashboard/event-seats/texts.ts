import type { CellProblem } from '../../../csv/preview-csv.ts';
import { nameSeat } from '../../../rules/seat-name.ts';
import type { Language } from '../../../values/language.ts';
import type { NamedSeat, SeatInTheWay } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

type OfOne = Partial<Record<string, (value: string) => string>>;

function sayProblem(
  texts: Texts['problems'],
  { problem, column, value, otherLine: line = 0 }: CellProblem,
): string {
  switch (problem) {
    case 'same_place':
      return texts.same_place(line);
    case 'double':
      return texts.double({ value, line });
    case 'too_many_types':
      return texts.too_many_types;
    default:
      return (
        (texts.ofColumn as OfOne)[problem]?.(column) ?? (texts.ofValue as OfOne)[problem]?.(value) ?? problem
      );
  }
}

function sayInTheWay(texts: Texts['oneInTheWay'], language: Language, inTheWay: SeatInTheWay): string {
  const name = (seat: NamedSeat): string =>
    nameSeat({ section: seat.section, row: seat.rowLabel, seat: seat.seatLabel }, language);
  const { isSold, type, newType, newName } = inTheWay;
  const values = { seat: name(inTheWay), isSold, type };
  if (newType === null) return texts.missing(values);
  return newName
    ? texts.renamed({ ...values, name: name(newName) })
    : texts.otherType({ ...values, newType });
}

export const useEventSeatsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return {
    ...texts,
    problem: (problem: CellProblem) => sayProblem(texts.problems, problem),
    oneInTheWay: (seat: SeatInTheWay) => sayInTheWay(texts.oneInTheWay, language, seat),
    differences: (made: { added: number; removed: number; changed: number }) =>
      made.added + made.removed + made.changed === 0 ? texts.noDifferences : texts.differences(made),
  };
});
