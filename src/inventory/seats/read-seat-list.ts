import { previewCsv, type CellProblem, type CsvPreview } from '../../csv/preview-csv.ts';
import { readCsv, type CsvColumn, type CsvLine } from '../../csv/read-csv.ts';
import { LONGEST as MOST, MAX_COORDINATE, MAX_SEATS } from '../../seating-plans/limits.ts';
import { roundPlace } from '../../seating-plans/points.ts';
import { isLine } from '../../values/person-name.ts';
import { MAX_TICKET_TYPES } from '../add-ticket-type.ts';
import { layOutSeats } from './lay-out-seats.ts';

const COLUMNS = [
  { name: 'section', isRequired: true, also: ['block', 'area'] },
  { name: 'row', isRequired: true },
  { name: 'seat', isRequired: true, also: ['seat number', 'number'] },
  { name: 'x' },
  { name: 'y' },
  { name: 'type', isRequired: true, also: ['ticket type', 'price category', 'category'] },
  { name: 'marks', also: ['mark'] },
] as const satisfies readonly CsvColumn<string>[];

export type SeatColumn = (typeof COLUMNS)[number]['name'];
export const SEAT_COLUMNS: readonly SeatColumn[] = COLUMNS.map(({ name }) => name);

export type SeatProblem =
  | 'required'
  | 'too_long'
  | 'not_a_line'
  | 'not_a_number'
  | 'no_place'
  | 'same_place'
  | 'unknown_mark'
  | 'double'
  | 'not_seated'
  | 'two_types'
  | 'too_many_types';

type Problem = CellProblem<SeatColumn, SeatProblem>;

/** A seat as a list has it: of a ticket type by its name. */
export type ListedSeat = {
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
  /** The ticket type's name in lower case. */
  typeKey: string;
};

export type SeatList = {
  /** Filled if the list is fine. */
  seats: ListedSeat[];
  /** The names of ticket types that there are none of yet, as the list first writes them. */
  newTypes: string[];
  preview: CsvPreview;
};

export type KnownType = {
  ticketTypeId: string;
  name: string;
  kind: 'GENERAL' | 'SEATED';
  /** Of a further price, which has no seats of its own: whose. */
  seatsOf: string | null;
};

const NUMBER = /^-?\d{1,7}([.,]\d{1,20})?$/;
const BETWEEN_MARKS = '|';
// More than there are. What is wrong with the first of them is enough to be told.
const MAX_MARKS = 10;
const MARKS: ReadonlyMap<string, 'isAccessible' | 'isRestrictedView'> = new Map([
  ['accessible', 'isAccessible'],
  ['wheelchair', 'isAccessible'],
  ['restricted view', 'isRestrictedView'],
  ['restricted', 'isRestrictedView'],
]);
// The limits of the database, and of plans.
const LONGEST = { section: MOST.section, row: MOST.row, seat: MOST.seat, type: MOST.category } as const;

export const keyOfType = (name: string): string => name.toLowerCase();

/** No label has this in it: all are one line. */
export const keyOfSeat = ({
  section,
  rowLabel,
  seatLabel,
}: Pick<ListedSeat, 'section' | 'rowLabel' | 'seatLabel'>): string =>
  [section, rowLabel, seatLabel].join('\n');

/** Reads a list of all seats of a hall, and says of every line what is wrong with it. */
export function readSeatList(text: string, types: readonly KnownType[]): SeatList {
  const list = readCsv(text, { columns: COLUMNS, maxLines: MAX_SEATS });
  const problems: Problem[] = [];
  const read = list.lines.map((line) => readLine(line, problems));
  const hasPlaces = list.lines.some(({ cells }) => cells.x !== '' || cells.y !== '');
  if (hasPlaces) checkPlaces(list.lines, problems);
  findDoubles(list.lines, problems);
  const newTypes = matchTypes(list.lines, types, problems);
  problems.sort((one, other) => one.line - other.line);
  const isFine = list.problems.length === 0 && problems.length === 0;
  return {
    seats: !isFine ? [] : hasPlaces ? read : layOutSeats(read),
    newTypes,
    preview: previewCsv(list, SEAT_COLUMNS, problems),
  };
}

/** Notes the problems of a line; a seat with a problem is not used. */
function readLine({ line, cells }: CsvLine<SeatColumn>, problems: Problem[]): ListedSeat {
  const complain = (column: SeatColumn, problem: SeatProblem, value: string = cells[column]): void =>
    void problems.push({ line, column, problem, value });
  for (const column of ['section', 'row', 'seat', 'type'] as const) {
    if (cells[column] === '') complain(column, 'required');
    else if (!isLine(cells[column])) complain(column, 'not_a_line');
    // As the database counts them: by characters, not by halves of them.
    else if (Array.from(cells[column]).length > LONGEST[column]) complain(column, 'too_long');
  }
  const marks = { isAccessible: false, isRestrictedView: false };
  for (const name of cells.marks.split(BETWEEN_MARKS, MAX_MARKS).map((mark) => mark.trim())) {
    const mark = MARKS.get(name.toLowerCase().replaceAll(/[\s_-]+/g, ' '));
    if (mark) marks[mark] = true;
    else if (name !== '') complain('marks', 'unknown_mark', name);
  }
  return {
    section: cells.section,
    rowLabel: cells.row,
    seatLabel: cells.seat,
    x: readCoordinate(cells.x) ?? 0,
    y: readCoordinate(cells.y) ?? 0,
    ...marks,
    typeKey: keyOfType(cells.type),
  };
}

function readCoordinate(cell: string): number | null {
  if (!NUMBER.test(cell)) return null;
  const number = roundPlace(Number(cell.replace(',', '.')));
  return Math.abs(number) <= MAX_COORDINATE ? number : null;
}

/** Either every seat has its place or none: what has none would be drawn across the others. Of two in one place, one can't be had. */
function checkPlaces(lines: readonly CsvLine<SeatColumn>[], problems: Problem[]): void {
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const [x, y] = [readCoordinate(cells.x), readCoordinate(cells.y)];
    for (const [column, number] of [['x', x] as const, ['y', y] as const]) {
      if (cells[column] === '') problems.push({ line, column, problem: 'no_place', value: '' });
      else if (number === null)
        problems.push({ line, column, problem: 'not_a_number', value: cells[column] });
    }
    if (x === null || y === null) continue;
    const place = `${x} ${y}`;
    const otherLine = seen.get(place);
    if (otherLine === undefined) seen.set(place, line);
    else problems.push({ line, column: 'x', problem: 'same_place', value: `${x}, ${y}`, otherLine });
  }
}

function findDoubles(lines: readonly CsvLine<SeatColumn>[], problems: Problem[]): void {
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const { section, row, seat } = cells;
    if (section === '' || row === '' || seat === '') continue;
    const key = keyOfSeat({ section, rowLabel: row, seatLabel: seat });
    const otherLine = seen.get(key);
    if (otherLine === undefined) seen.set(key, line);
    else
      problems.push({
        line,
        column: 'seat',
        problem: 'double',
        value: `${section} ${row} ${seat}`,
        otherLine,
      });
  }
}

/** Ticket types go by their names, whatever the case. Answers those that have to be made. */
function matchTypes(
  lines: readonly CsvLine<SeatColumn>[],
  types: readonly KnownType[],
  problems: Problem[],
): string[] {
  const known = Map.groupBy(types, ({ name }) => keyOfType(name));
  const made = new Map<string, string>();
  for (const { line, cells } of lines) {
    const key = keyOfType(cells.type);
    const found = known.get(key) ?? [];
    const seated = found.filter(({ kind, seatsOf }) => kind === 'SEATED' && seatsOf === null);
    const complain = (problem: SeatProblem): void =>
      void problems.push({ line, column: 'type', problem, value: cells.type });
    if (cells.type === '' || seated.length === 1) continue;
    if (seated.length > 1) complain('two_types');
    else if (found.length > 0) complain('not_seated');
    else if (made.has(key) || types.length + made.size < MAX_TICKET_TYPES)
      made.set(key, made.get(key) ?? cells.type);
    else complain('too_many_types');
  }
  return [...made.values()];
}
