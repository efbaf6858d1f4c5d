import type { CellProblem } from '../../../../../src/csv/preview-csv.ts';
import { nameSeat, type SeatPlace } from '../../../../../src/values/seat-name.ts';
import type { SeatInTheWay } from '../../../../../src/dashboard/event-seats/event-seats-view.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

export const en = {
  hall: 'The hall',
  section: 'Section',
  rows: 'Rows',
  seats: 'Seats',
  taken: 'Sold or held',
  draw: 'Show the map',
  drawing: 'Drawing the hall…',
  export: 'Download as CSV',
  firstTitle: 'Add the seats of the hall',
  firstIntro:
    'Buyers choose their seats on a map. It is made from a list with one line for each seat, and which ticket type it is sold as.',
  replaceTitle: 'Replace the seats',
  replaceIntro:
    'Download the list above, change it, and take it in again. Seats with the same section, row and number stay the same; sold and held ones must be in it.',
  columnsTitle: 'What the list has in it',
  columns: [
    ['section', 'Where the seat is, such as Stalls. Up to 100 characters.'],
    ['row', 'Such as A. Up to 20 characters.'],
    ['seat', 'Such as 12. Up to 20 characters.'],
    [
      'x, y',
      'Where it is drawn, in seat widths; the stage is above. Leave both out, and rows are laid out for you.',
    ],
    ['type', 'The name of its ticket type. New ones are made, and you are asked for their prices.'],
    ['marks', 'accessible, restricted view, or both with | between them. May be left out.'],
  ] as [string, string][],
  save: (lines: number) => `Save ${seats(lines)}`,
  saved: (count: number) => `The hall has ${seats(count)}. Buyers see them now.`,
  differences: ({ added, removed, changed }: { added: number; removed: number; changed: number }) =>
    added + removed + changed === 0
      ? 'Nothing would change.'
      : `${seats(added)} would be new, ${number(changed)} changed, ${number(removed)} taken away.`,
  inTheWay: (count: number) =>
    `${seats(count)} can’t go or be sold as something else: somebody has ${count === 1 ? 'it' : 'them'}.`,
  oneInTheWay: ({ section, rowLabel, seatLabel, isSold, type, newType }: SeatInTheWay) =>
    `${nameSeat({ section, row: rowLabel, seat: seatLabel }, 'en')}: ${isSold ? 'sold' : 'held'} as ${type}, ${
      newType === null ? 'and not in the list' : `and “${newType}” in the list`
    }.`,
  moreInTheWay: (count: number) => `And ${number(count)} more.`,
  newTypes: (count: number) => (count === 1 ? '1 new ticket type' : `${number(count)} new ticket types`),
  newTypesHint: 'They are made with the seats. Their sale can be set under Tickets afterwards.',
  priceOf: (name: string) => `Price of ${name}`,
  seatIn: (place: SeatPlace) => nameSeat(place, 'en'),
  takenSeat: 'Sold or held',
  accessible: 'Accessible',
  restricted: 'Restricted view',
  map: {
    stage: 'STAGE',
    mapLabel: 'Map of the hall',
    mapHint:
      'Arrow keys move from seat to seat, Page Up and Page Down from row to row, plus and minus zoom, 0 shows the whole hall.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    wholeMap: 'Whole hall',
    tapToZoom: 'Tap a section to come closer',
  },
  problem: ({ problem, column, value, otherLine = 0 }: CellProblem): string =>
    PROBLEMS[problem]?.(value, { column, otherLine }) ?? problem,
};

type About = { column: string; otherLine: number };
const PROBLEMS: Record<string, ((value: string, about: About) => string) | undefined> = {
  required: (_, { column }) => `The ${column} is missing.`,
  too_long: (_, { column }) => `The ${column} is too long.`,
  not_a_line: (_, { column }) => `The ${column} has a line break or a hidden character in it.`,
  not_a_number: (value) => `“${value}” is no number of seat widths from −1,000 to 1,000.`,
  no_place: (_, { column }) => `There is no ${column}: give every seat its place, or none.`,
  same_place: (_, { otherLine }) => `The seat of line ${otherLine} is in the same place.`,
  unknown_mark: (value) => `“${value}” is no mark. There are: accessible, restricted view.`,
  double: (value, { otherLine }) => `“${value}” is in line ${otherLine} already.`,
  not_seated: (value) => `“${value}” is a ticket type without seats.`,
  two_types: (value) => `Several ticket types are called “${value}”: rename one of them first.`,
  too_many_types: () => 'An event has at most 50 ticket types.',
};
