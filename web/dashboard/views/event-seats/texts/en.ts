import type { CellProblem } from '../../../../../src/csv/preview-csv.ts';
import { nameSeat, type SeatPlace } from '../../../../../src/values/seat-name.ts';
import type {
  PlanNote,
  SeatInTheWay,
  TemplateSummary,
} from '../../../../../src/dashboard/event-seats/event-seats-view.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);
const are = (count: number): string => (count === 1 ? 'is' : 'are');
const them = (count: number): string => (count === 1 ? 'it' : 'them');
const tables = (count: number): string => (count === 1 ? '1 table' : `${number(count)} tables`);
const names = (count: number): string => (count === 1 ? '1 name was' : `${number(count)} names were`);

export const en = {
  hall: 'The hall',
  section: 'Section',
  rows: 'Rows',
  seats: 'Seats',
  taken: 'Sold or held',
  draw: 'Show the map',
  drawing: 'Drawing the hall…',
  download: 'Download the hall as',
  downloads: [
    ['/export', 'a list (CSV)'],
    ['/export/plan', 'a seating plan (JSON)'],
    ['/export/pretix', 'a plan for pretix (JSON)'],
  ] as [string, string][],
  firstTitle: 'Add the seats of the hall',
  firstIntro:
    'Buyers choose their seats on a map. Start from a template, upload a seating plan, or a list with one line for each seat, and which ticket type it is sold as.',
  replaceTitle: 'Replace the seats',
  replaceIntro:
    'Download the list or the plan above, change it, and take it in again. Seats with the same section, row and number stay the same; sold and held ones must be in it.',
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
  startTitle: 'Start from a template',
  startIntro:
    'You see the hall, and set its prices, before anything is saved. Download it as a list afterwards to fit it to yours.',
  templates: {
    theatre: [
      'Theatre',
      'Stalls and balcony in curved rows with two aisles, odd numbers left and even ones right.',
    ],
    arena: ['Arena in the round', 'Eight blocks all around the stage.'],
    stadium: ['Stadium block', 'Two tiers of three blocks at one side of the pitch.'],
    cabaret: ['Cabaret', 'Round and long tables, sold by the chair, and stools at the bar.'],
    church: ['Church', 'Pews at both sides of a middle aisle, a choir, and side aisles.'],
  } satisfies Record<TemplateSummary['templateId'], [string, string]>,
  seatsInTemplate: seats,
  planHint: 'Or a seating plan as JSON: one that was downloaded here, or one of pretix.',
  notesTitle: 'Not all of the plan can be taken over.',
  notes: {
    standing_areas: (count) =>
      `${count === 1 ? '1 standing area is' : `${number(count)} standing areas are`} not on the map: add a ticket type without seats under Tickets for each.`,
    tables_sold_whole: (count) => `${tables(count)} would be sold whole: here each chair is sold by itself.`,
    blocked_seats: (count) =>
      `${seats(count)} ${are(count)} blocked in the plan, and left out: nobody can buy ${them(count)}.`,
    companions: (count) =>
      `${seats(count)} ${are(count)} for companions: here anybody can buy ${them(count)}.`,
    drawings: (count) =>
      `${count === 1 ? '1 text or shape is' : `${number(count)} texts and shapes are`} not drawn on the buyers’ map.`,
    stage_elsewhere: () => 'The stage is among the seats: the buyers’ map draws it before the first row.',
    background: () => 'The picture behind the plan is not drawn on the buyers’ map.',
    overlaps: (count) =>
      `${seats(count)} ${count === 1 ? 'stands' : 'stand'} on another one: look for ${them(count)} on the map.`,
    lost_companions: (count) =>
      `${seats(count)} ${are(count)} for companions of an accessible seat that is not in the plan.`,
    renamed_seats: (count) =>
      `${seats(count)} had the name of another in the same row, and got ${count === 1 ? 'a new one' : 'new ones'}:`,
    shortened_names: (count) => `${names(count)} too long, and cut:`,
    colors: (count) =>
      `${count === 1 ? '1 colour is' : `${number(count)} colours are`} not taken over: the map has colours of its own.`,
    ways_to_book: (count) => `The order in which seats are to be booked is not kept (${seats(count)}).`,
    names_in_words: (count) =>
      `Longer names for tickets are not taken over (${count === 1 ? '1 row' : `${number(count)} rows`}).`,
    unreadable_areas: (count) =>
      `${count === 1 ? '1 area' : `${number(count)} areas`} could not be read, and ${are(count)} left out.`,
  } satisfies Record<PlanNote['note'], (count: number) => string>,
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
