import type { CellProblem } from '../../../csv/preview-csv.ts';
import { nameSeat } from '../../../rules/seat-name.ts';
import type { SeatInTheWay } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

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
  firstTitle: 'Add seats',
  firstIntro:
    'Buyers choose their seats on a map. Start from a template, or upload a seating plan or a list with one line per seat and its ticket type.',
  listIntro: 'Upload a list with one line per seat and its ticket type.',
  replaceTitle: 'Replace seats',
  replaceIntro:
    'Download the list or the plan above, change it, and upload it again. Seats with the same section, row and number don’t change. Keep all sold and held seats in it.',
  columnsTitle: 'Columns of the list',
  columns: [
    ['section', 'The part of the hall, e.g. Stalls. Up to 100 characters.'],
    ['row', 'e.g. A. Up to 20 characters.'],
    ['seat', 'e.g. 12. Up to 20 characters.'],
    [
      'x, y',
      'The position on the map, in seat widths from the stage. Leave both out and we arrange the rows.',
    ],
    ['type', 'The name of its ticket type. We create new ones and ask you for their prices.'],
    ['marks', 'Optional: accessible, restricted view, or both with | between them.'],
  ] as [string, string][],
  startTitle: 'Start from a template',
  startIntro:
    'It becomes your own seating plan, which you can edit under Seating plans. You check the hall and set prices before the event uses it.',
  planHint: 'Or a seating plan as JSON, from here or from pretix: it becomes one of your plans.',
  newHall: 'New hall',
  started: (name: string) => `“${name}” is now one of your seating plans. Check the seats, then use it.`,
  notReady: (name: string, problems: number) =>
    `We saved “${name}” as a draft. Fix ${problems === 1 ? '1 error' : `${number(problems)} errors`} before an event can use it.`,
  mend: 'Open seating plan',
  save: (lines: number) => `Save ${seats(lines)}`,
  saved: (count: number) => `Seats added: the hall has ${seats(count)}.`,
  differences: ({ added, removed, changed }: { added: number; removed: number; changed: number }) =>
    added + removed + changed === 0
      ? 'No changes.'
      : `Adds ${seats(added)}, changes ${number(changed)}, removes ${number(removed)}.`,
  inTheWay: (count: number) =>
    `You can’t remove or change ${seats(count)}: ${count === 1 ? 'it is' : 'they are'} sold or held.`,
  oneInTheWay: ({ section, rowLabel, seatLabel, isSold, type, newType, newName }: SeatInTheWay) =>
    `${nameSeat({ section, row: rowLabel, seat: seatLabel }, 'en')}: ${isSold ? 'sold' : 'held'} as ${type}, but ${
      newType === null
        ? 'missing from the new seats'
        : newName
          ? `called ${nameSeat({ section: newName.section, row: newName.rowLabel, seat: newName.seatLabel }, 'en')} there`
          : `“${newType}” in the new seats`
    }.`,
  moreInTheWay: (count: number) => `And ${number(count)} more.`,
  rules: {
    title: 'How seats are sold',
    singleSeats: 'Single empty seats',
    choices: {
      off: {
        label: 'Allow',
        hint: 'Buyers choose as they like.',
        done: 'Buyers can leave single empty seats.',
      },
      advise: {
        label: 'Advise',
        hint: 'If a choice leaves one empty seat on its own, we ask the buyer to move over. They can still buy.',
        done: 'We ask buyers not to leave single empty seats.',
      },
      refuse: {
        label: 'Refuse',
        hint: 'Such a choice is not held, unless the buyer can’t find as many seats together at that price in another way. Wheelchair places are never refused.',
        done: 'Choices that leave a single empty seat are refused.',
      },
    },
  },
  usePlan: {
    title: 'Use a seating plan',
    intro: 'Reuse a hall that you have drawn, with prices for this event.',
    none: 'You have no published seating plan yet.',
    draw: 'Draw one',
    askToDraw: 'Ask an owner, or a manager of all events, to draw one.',
    plan: 'Seating plan',
    option: (name: string, version: number, count: number) => `${name}, version ${version} (${seats(count)})`,
    uses: (name: string, version: number) => `The seats are those of “${name}”, version ${version}.`,
    look: 'Preview changes',
    take: 'Use this hall',
    openPlan: 'Open seating plan',
    newerTitle: (name: string, version: number) => `Version ${version} of “${name}” is available`,
    newerIntro: (version: number) =>
      `The event uses version ${version}. Sold, held, blocked and released seats stay as they are.`,
    takeVersion: (version: number) => `Use version ${version}`,
    looking: 'Checking for changes…',
  },
  newTypes: (count: number) => (count === 1 ? '1 new ticket type' : `${number(count)} new ticket types`),
  newTypesHint: 'We create them with the seats. Set their sale dates under Tickets afterwards.',
  priceOf: (name: string) => `Price of ${name}`,
  problem: ({ problem, column, value, otherLine = 0 }: CellProblem): string =>
    PROBLEMS[problem]?.(value, { column, otherLine }) ?? problem,
};

type About = { column: string; otherLine: number };
const PROBLEMS: Record<string, ((value: string, about: About) => string) | undefined> = {
  required: (_, { column }) => `The ${column} is missing.`,
  too_long: (_, { column }) => `The ${column} is too long.`,
  not_a_line: (_, { column }) => `Remove the line break or hidden character from the ${column}.`,
  not_a_number: (value) => `“${value}” is not a number from −1,000 to 1,000.`,
  no_place: (_, { column }) => `The ${column} is missing. Fill in x and y for every seat, or for none.`,
  same_place: (_, { otherLine }) => `The seat in line ${otherLine} is in the same place.`,
  unknown_mark: (value) => `“${value}” is not a mark. Write accessible or restricted view.`,
  double: (value, { otherLine }) => `“${value}” is already in line ${otherLine}.`,
  not_seated: (value) => `“${value}” is a ticket type without seats.`,
  two_types: (value) => `Several ticket types are called “${value}”: rename one of them first.`,
  too_many_types: () => 'An event can have up to 50 ticket types.',
};

export const useEventSeatsTexts = pageTexts({ en, fr: en });
