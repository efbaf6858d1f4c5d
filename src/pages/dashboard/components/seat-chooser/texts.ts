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
    tapToZoom: 'Tap a section to zoom in',
  },
  loading: 'Loading seats…',
  notLoaded: 'We could not load the seats.',
  again: 'Try again',
  noSeats: 'This event has no seats yet.',
  notLive: 'Seats are not updating right now. We check them when you continue.',
  seatLanguage: 'en' as Language,
  and: (items: string[]) =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join('; ')} and ${items.at(-1) ?? ''}`,
  taken: 'Taken',
  accessible: 'Accessible',
  houseSeat: (reason: string) => (reason === '' ? 'House seat' : `House seat: ${reason}`),
  restricted: 'Restricted view',
  alreadyTaken: (seat: string) => `${seat} is taken.`,
  lost: (seats: string) => `Someone else took ${seats}. Choose other seats.`,
  chosenSeats: 'Chosen seats',
  nothingChosen: 'No seats chosen yet. Tap free seats, or use the arrow keys.',
  letGo: (seat: string) => `Remove ${seat}`,
  priceOf: (seat: string) => `Price of ${seat}`,
};

export const useSeatTexts = pageTexts({ en, fr: en });
export type SeatTexts = typeof en;
