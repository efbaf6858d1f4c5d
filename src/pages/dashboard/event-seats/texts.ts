import type { CellProblem } from '../../../csv/preview-csv.ts';
import { nameSeat, type SeatPlace } from '../../../rules/seat-name.ts';
import type { NamedSeat, SeatInTheWay } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

const some = (named: readonly NamedSeat[], count: number): string => {
  const listed = named.map(({ section, rowLabel, seatLabel }) =>
    nameSeat({ section, row: rowLabel, seat: seatLabel }, 'en'),
  );
  const more = count - listed.length;
  return `${listed.join('; ')}${more > 0 ? `; and ${number(more)} more` : ''}.`;
};

const en = {
  hall: 'The hall',
  section: 'Section',
  rows: 'Rows',
  seats: 'Seats',
  taken: 'Sold or held',
  house: 'House seats',
  bySection: 'By section',
  notLoaded: 'The map could not be loaded.',
  again: 'Try again',
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
  listIntro: 'Upload a list with one line for each seat, and which ticket type it is sold as.',
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
    'It becomes a seating plan of your own, which you can change under Seating plans. You see the hall, and set its prices, before the event uses it.',
  planHint:
    'Or a seating plan as JSON, ours or one of pretix: it becomes one of your plans, with all that is drawn in it.',
  newHall: 'New hall',
  started: (name: string) =>
    `“${name}” is one of your seating plans. Look at what the event gets, and use it.`,
  notReady: (name: string, problems: number) =>
    `“${name}” is kept as a draft among your seating plans: it has ${problems === 1 ? '1 mistake' : `${number(problems)} mistakes`} to be mended before an event can be sold by it.`,
  mend: 'Open the drawing',
  save: (lines: number) => `Save ${seats(lines)}`,
  saved: (count: number) => `The hall has ${seats(count)}. Buyers see them now.`,
  differences: ({ added, removed, changed }: { added: number; removed: number; changed: number }) =>
    added + removed + changed === 0
      ? 'Nothing would change.'
      : `${seats(added)} would be new, ${number(changed)} changed, ${number(removed)} taken away.`,
  inTheWay: (count: number) =>
    `${seats(count)} can’t go or be sold as something else: somebody has ${count === 1 ? 'it' : 'them'}.`,
  oneInTheWay: ({ section, rowLabel, seatLabel, isSold, type, newType, newName }: SeatInTheWay) =>
    `${nameSeat({ section, row: rowLabel, seat: seatLabel }, 'en')}: ${isSold ? 'sold' : 'held'} as ${type}, ${
      newType === null
        ? 'and not in the list'
        : newName
          ? `and called ${nameSeat({ section: newName.section, row: newName.rowLabel, seat: newName.seatLabel }, 'en')} there`
          : `and “${newType}” in the list`
    }.`,
  moreInTheWay: (count: number) => `And ${number(count)} more.`,
  rules: {
    title: 'How seats are sold',
    leavesNoSingle: 'Leave no single seat',
    leavesNoSingleHint:
      'Who leaves one seat alone between taken ones is asked to move along by one: few people buy such a seat later. It is advice, and nobody is kept from buying.',
    on: 'Buyers are asked to leave no single seat.',
    off: 'Buyers may leave single seats.',
  },
  usePlan: {
    title: 'Use a seating plan',
    intro: 'A hall that you have drawn once, for this event and its own prices.',
    none: 'You have no published seating plan yet.',
    draw: 'Draw one',
    askToDraw: 'Ask an owner, or a manager of all events, to draw one.',
    plan: 'Seating plan',
    option: (name: string, version: number, count: number) => `${name}, version ${version} (${seats(count)})`,
    uses: (name: string, version: number) => `The seats are those of “${name}”, version ${version}.`,
    look: 'Look at what changes',
    differences: ({ added, removed, changed }: { added: number; removed: number; changed: number }) =>
      added + removed + changed === 0
        ? 'Nothing would change.'
        : `${seats(added)} would be new, ${number(changed)} changed, ${number(removed)} taken away.`,
    categories: 'Sold as',
    soldAs: (name: string, places: number, kind: 'SEATED' | 'GENERAL') =>
      `${name} (${kind === 'SEATED' ? seats(places) : `standing, ${number(places)}`})`,
    newType: (name: string) => `A new ticket type “${name}”`,
    take: 'Use this hall',
    openPlan: 'Open the drawing',
    newerTitle: (name: string, version: number) => `Version ${version} of “${name}” is there`,
    newerIntro: (version: number) =>
      `The event uses version ${version}. Sold and held seats stay as they are; what was blocked or released here stays so too.`,
    takeVersion: (version: number) => `Take over version ${version}`,
    looking: 'Looking at what changes…',
    details: 'What is sold as what, and the hall as it would be',
    added: (seatNames: readonly NamedSeat[], count: number) => `New: ${some(seatNames, count)}`,
    changed: (seatNames: readonly NamedSeat[], count: number) => `Changed: ${some(seatNames, count)}`,
    removed: (seatNames: readonly NamedSeat[], count: number) => `Taken away: ${some(seatNames, count)}`,
    used: (count: number) => `The hall has ${seats(count)}. Buyers see them now.`,
  },
  newTypes: (count: number) => (count === 1 ? '1 new ticket type' : `${number(count)} new ticket types`),
  newTypesHint: 'They are made with the seats. Their sale can be set under Tickets afterwards.',
  priceOf: (name: string) => `Price of ${name}`,
  seatIn: (place: SeatPlace) => nameSeat(place, 'en'),
  takenSeat: 'Sold or held',
  blockedSeat: (reason: string) => (reason === '' ? 'Blocked' : `Blocked: ${reason}`),
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

export const useEventSeatsTexts = pageTexts({ en, fr: en });
