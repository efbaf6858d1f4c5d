import { nameSeat, type SeatPlace } from '../../../../rules/seat-name.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import type { SeatState } from './hall-states.ts';

const number = (count: number): string => count.toLocaleString('en');

const en = {
  seatLanguage: 'en' as const,
  and: (items: string[]) => new Intl.ListFormat('en').format(items),
  seatIn: (place: SeatPlace) => nameSeat(place, 'en'),
  count: number,
  states: { free: 'Free', held: 'Held', sold: 'Sold', house: 'House seat' } satisfies Record<
    SeatState,
    string
  >,
  statesHint: {
    free: 'Anyone can buy it.',
    held: 'In a cart or an unpaid order.',
    sold: 'It has a ticket.',
    house: 'Buyers can’t buy it. Your team can sell it under Guests.',
  } satisfies Record<SeatState, string>,
  houseBecause: (reason: string) => (reason === '' ? 'House seat' : `House seat: ${reason}`),
  noReason: 'No reason given',
  accessible: 'Accessible',
  restricted: 'Restricted view',
  companion: 'For a companion',
  types: 'Ticket types of the free seats',
  legend: 'Legend',
  press: 'Click selects',
  presses: { seat: 'One seat', row: 'A row or table', section: 'A section' },
  drag: 'Drag',
  drags: { select: 'Selects a box', move: 'Moves the map' },
  list: 'Seats as a list',
  find: 'Find seats',
  findHint: 'e.g. Stalls, row C or a reason',
  allSections: 'All sections',
  sections: 'Section',
  allRows: 'All rows and tables',
  rows: 'Row or table',
  allStates: 'All states',
  state: 'State',
  seat: 'Seat',
  type: 'Ticket type',
  marks: 'Marks',
  chooseOne: (name: string) => `Select ${name}`,
  choosePage: 'Select all on this page',
  matching: (count: number) => (count === 1 ? '1 seat' : `${number(count)} seats`),
  chooseMatching: (count: number) => (count === 1 ? 'Select this seat' : `Select all ${number(count)}`),
  dropMatching: 'Deselect them',
  none: 'No seats match.',
  before: 'Previous',
  next: 'Next',
  page: (now: number, all: number) => `Page ${number(now)} of ${number(all)}`,
  map: {
    stage: 'STAGE',
    mapLabel: 'Map of the hall',
    mapHint:
      'Arrow keys move from seat to seat, Page Up and Page Down from row to row, Space selects, plus and minus zoom, 0 shows the whole hall. The list below has the same seats.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    wholeMap: 'Whole hall',
    tapToZoom: 'Tap a section to zoom in',
  },
};

export const useHallMapTexts = pageTexts({ en, fr: en });
export type HallMapTexts = typeof en;
