import type { Language } from '../../../../values/language.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const en = {
  seats: 'Seats',
  map: {
    stage: 'STAGE',
    mapLabel: 'Seat map',
    mapHint:
      'Arrow keys move from seat to seat, Home and End to the ends of a row, Page Up and Page Down from row to row, Enter or Space chooses, plus and minus zoom, 0 shows the whole map.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    wholeMap: 'Whole map',
    tapToZoom: 'Tap a section to come closer',
  },
  loading: 'Drawing the seats…',
  notLoaded: 'The seats could not be loaded.',
  again: 'Try again',
  noSeats: 'This event has no seats to choose from yet.',
  notLive: 'Seats are not updating at the moment. They are checked when you go on.',
  seatLanguage: 'en' as Language,
  and: (items: string[]) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join('; ')} and ${items.at(-1) ?? ''}`,
  taken: 'Taken',
  accessible: 'Accessible',
  houseSeat: (reason: string) => (reason === '' ? 'House seat' : `House seat: ${reason}`),
  restricted: 'Restricted view',
  alreadyTaken: (seat: string) => `${seat} is taken.`,
  lost: (seats: string) => `Somebody else was faster: ${seats}. Choose others.`,
  chosenSeats: 'Chosen seats',
  nothingChosen: 'No seats chosen yet. Point at free ones, or walk there with the arrow keys.',
  letGo: (seat: string) => `Let go of ${seat}`,
  priceOf: (seat: string) => `Price of ${seat}`,
};

export const useSeatTexts = pageTexts({ en, fr: en });
export type SeatTexts = typeof en;
