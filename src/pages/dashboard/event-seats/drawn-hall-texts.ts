import { nameSeat, type SeatPlace } from '../../../rules/seat-name.ts';
import { pageTexts } from '../texts/page-texts.ts';

// Texts of a drawn hall, loaded with it.

const en = {
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
    tapToZoom: 'Tap a section to zoom in',
  },
};

export const useDrawnHallTexts = pageTexts({ en, fr: en });
