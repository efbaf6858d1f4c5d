import { SAMPLE_SKU } from '../inventory/ticket-schema.ts';
import type { DemoEvent } from './story-types.ts';

// Events with performers, seats and pictures: the fullest pages of the demo.

export const LAGOS_ROOFTOP_SESSIONS: DemoEvent = {
  slug: 'lagos-rooftop-sessions',
  name: 'Lagos Rooftop Sessions',
  categorySlug: 'music',
  previewDescription:
    'Three live bands, one open sky and the lights of Victoria Island from eleven floors up.',
  description:
    'Eleven floors above Adéọlá Street the generators fade, the breeze comes in off the Atlantic, and the only thing ' +
    'louder than the city is the horn section. Rooftop Sessions brings three live bands to one small stage, with no ' +
    'barrier between you and the drummer.\n\n' +
    'Come for sunset, when the small chops are hot and the zobo is cold. Stay for the last set, when Ọlá & the ' +
    'Harmattan take requests and nobody remembers where they left their shoes.',
  startsInDays: 18,
  startHour: 18,
  durationHours: 6,
  status: 'LIVE',
  instagram: 'lagosnights_example',
  website: 'https://lagosnights.example/rooftop-sessions',
  xAccount: 'lagosnights_ex',
  state: 'Lagos',
  lga: 'Eti-Osa',
  street: 'The Terrace, 14 Adéọlá Street, Victoria Island',
  directions:
    'Use the lift on the left of the lobby, to the eleventh floor. There is parking behind the building.',
  lng: 3.4219,
  lat: 6.4281,
  hostMessage:
    'Doors open at 6 pm and the first band starts at 7 sharp. Bring your ticket on your phone and a light jacket.',
  headliners: [
    { name: 'Ọlá & the Harmattan', role: 'Headline set' },
    { name: 'The Third Mainland Horns', role: 'Nine-piece brass band' },
    { name: 'Zinachi Ray', role: 'Opening set' },
  ],
  gallery: [
    { alt: 'Mosaic artwork: the terrace at sunset' },
    { alt: 'Mosaic artwork: trumpets in a row' },
    { alt: 'Mosaic artwork: the city lights of Victoria Island' },
    { alt: 'Mosaic artwork: a drummer in full swing' },
    { alt: 'Mosaic artwork: plates of small chops' },
    { alt: 'Mosaic artwork: the crowd at the last song' },
  ],
  ticketTypes: [
    {
      name: 'Early Bird',
      description: 'The same night for less, for those who plan ahead.',
      priceMinor: 800_000,
      capacity: 150,
      maximumPerOrder: 4,
      kind: 'GENERAL',
      soldCount: 143,
      saleEndsInDays: 7,
    },
    {
      id: SAMPLE_SKU,
      name: 'Regular',
      description: 'Standing entry and a welcome glass of zobo.',
      priceMinor: 1_200_000,
      capacity: 400,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 126,
    },
    {
      name: 'VIP',
      description: 'A seat in the front lounge, two cocktails and your own queue at the door.',
      priceMinor: 3_000_000,
      capacity: 80,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 31,
    },
    {
      name: 'Table for Six',
      description:
        'One ticket seats six: a reserved table, a platter of small chops and a bottle of your choice.',
      priceMinor: 15_000_000,
      capacity: 20,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 6,
    },
  ],
  promoCodes: [
    { code: 'LAGOS10', percentBasisPoints: 1_000 },
    { code: 'OWAMBE5K', amountMinor: 500_000, maximumUses: 200, ticketTypeNames: ['Regular', 'VIP'] },
  ],
  doors: [{ name: 'Rooftop lift' }, { name: 'VIP stairs', ticketTypeNames: ['VIP'] }],
  message: {
    subject: 'Doors open half an hour earlier',
    text:
      'The Third Mainland Horns have a new song, and want the sunset for it. We open at half past five, so come a little earlier if you ' +
      'can: small chops are free until six.\n\nYour tickets stay as they are. See you upstairs!',
    daysAgo: 2,
  },
  seatSections: [],
};

export const OPEN_MIC_YABA: DemoEvent = {
  slug: 'open-mic-yaba',
  name: 'Open Mic Yaba',
  categorySlug: 'arts',
  previewDescription:
    'Five minutes, one microphone and the kindest crowd in Lagos. Free, but book your place.',
  description:
    'Poems you wrote on a danfo, a song you have only sung in the shower, the story your grandmother swears is true: ' +
    'bring it. Every second week the back room of Café Ọya clears its tables, lights its one good lamp and listens.\n\n' +
    'Put your name on the board by half past six to perform. Everyone else: come early, the chairs go fast.',
  startsInDays: 5,
  startHour: 18,
  durationHours: 3,
  status: 'LIVE',
  instagram: 'openmicyaba_example',
  state: 'Lagos',
  lga: 'Lagos Mainland',
  street: 'Café Ọya, 7 Queen’s Lane, Yaba',
  directions: 'The blue gate opposite the bookshop, five minutes on foot from the Yaba bus terminal.',
  lng: 3.3792,
  lat: 6.5095,
  hostMessage:
    'Phones on silent, hearts open. If you can no longer come, please give your place back so another can.',
  headliners: [{ name: 'Ṣọlá Verse', role: 'Host' }],
  gallery: [],
  ticketTypes: [
    {
      name: 'Free Entry',
      description: 'A seat for one. No card needed.',
      priceMinor: 0,
      capacity: 120,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 67,
    },
  ],
  promoCodes: [],
  doors: [{ name: 'Front door' }],
  seatSections: [],
};

export const GRAND_THEATRE_NIGHT: DemoEvent = {
  slug: 'grand-theatre-night',
  name: 'A Night at the Grand: The Market Queen',
  categorySlug: 'theatre',
  previewDescription:
    'A new musical about the woman who closed a market for a day and changed a city. Choose your own seat.',
  description:
    'Balógun Market, 1949. When a new levy threatens every stall, the cloth trader Àbẹ̀kẹ́ does the unthinkable: she asks ' +
    'four thousand women to stay at home. The Market Queen tells that one silent day in song, with a cast of thirty, a live ' +
    'talking-drum ensemble and costumes woven for the production in Ìṣẹ́yìn.\n\n' +
    'Two hours and twenty minutes with one interval. Suitable from the age of ten. In Yorùbá and English.',
  startsInDays: 32,
  startHour: 19,
  durationHours: 3,
  status: 'LIVE',
  website: 'https://lagosnights.example/market-queen',
  state: 'Lagos',
  lga: 'Lagos Island',
  street: 'The Grand Theatre, 2 Harbour Row, Onikan',
  directions: 'Step-free entrance on the garden side. The car park closes at midnight.',
  lng: 3.408,
  lat: 6.445,
  hostMessage:
    'Latecomers are seated at the interval. Seats marked as restricted see the stage past a pillar.',
  headliners: [
    { name: 'Mama Adékẹ́mi', role: 'Àbẹ̀kẹ́' },
    { name: 'Túndé Àlàbá-King', role: 'Director' },
    { name: 'The Gángan Circle', role: 'Talking drums' },
  ],
  gallery: [
    { alt: 'Mosaic artwork: the market at dawn' },
    { alt: 'Mosaic artwork: four thousand head ties' },
    { alt: 'Mosaic artwork: the talking drums' },
  ],
  ticketTypes: [
    {
      name: 'Stalls',
      description: 'Closest to the stage, rows A to K.',
      priceMinor: 2_500_000,
      capacity: 160,
      maximumPerOrder: 8,
      kind: 'SEATED',
    },
    {
      name: 'Circle',
      description: 'The first raised tier, with the best view of the dancing.',
      priceMinor: 1_800_000,
      capacity: 108,
      maximumPerOrder: 8,
      kind: 'SEATED',
    },
    {
      name: 'Balcony',
      description: 'High up, warm-hearted and kind to the purse.',
      priceMinor: 900_000,
      capacity: 72,
      maximumPerOrder: 8,
      kind: 'SEATED',
    },
  ],
  promoCodes: [
    {
      code: 'FAMILYNIGHT',
      percentBasisPoints: 1_500,
      maximumUses: 100,
      ticketTypeNames: ['Circle', 'Balcony'],
    },
  ],
  hallName: 'The Grand Theatre',
  // No rows I and O: on a printed ticket they read as numbers.
  seatSections: [
    {
      name: 'Stalls',
      ticketTypeName: 'Stalls',
      rows: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'],
      seatsPerRow: 16,
      firstRowY: 0,
      accessibleSeats: ['A-1', 'A-2', 'A-15', 'A-16'],
      restrictedViewSeats: ['H-1', 'H-16', 'J-1', 'J-16'],
      houseSeats: { names: ['K-7', 'K-8', 'K-9', 'K-10'], reason: 'For the cast', color: 4 },
    },
    {
      name: 'Circle',
      ticketTypeName: 'Circle',
      rows: ['L', 'M', 'N', 'P', 'Q', 'R'],
      seatsPerRow: 18,
      firstRowY: 12,
      accessibleSeats: ['L-1', 'L-18'],
      restrictedViewSeats: ['R-1', 'R-2', 'R-17', 'R-18'],
    },
    {
      name: 'Balcony',
      ticketTypeName: 'Balcony',
      rows: ['S', 'T', 'U', 'V'],
      seatsPerRow: 18,
      firstRowY: 20,
      restrictedViewSeats: ['S-1', 'S-18', 'V-9', 'V-10'],
    },
  ],
};

export const AFROBEATS_ARCHIVE_LIVE: DemoEvent = {
  slug: 'afrobeats-archive-live',
  name: 'The Afrobeats Archive, Live',
  categorySlug: 'music',
  previewDescription: 'Fifty years of Lagos dance music played in order, by five generations, in one night.',
  description:
    'It begins with a highlife guitar in 1972 and ends with a laptop. In between, five acts hand one another the stage without ' +
    'a pause: the horns learn the log drum, the talking drum answers the synthesiser, and the songs your parents fell in ' +
    'love to run straight into your own.\n\n' +
    'Every arrangement was rebuilt from old tapes with the players who still remember. The foyer shows their record ' +
    'sleeves, instruments and photographs from five in the afternoon.',
  startsInDays: 45,
  startHour: 19,
  durationHours: 5,
  status: 'LIVE',
  instagram: 'afrobeatsarchive_example',
  website: 'https://lagosnights.example/archive',
  xAccount: 'archivelive_ex',
  state: 'Lagos',
  lga: 'Surulere',
  street: 'The Old Pressing Plant, 33 Adéníran Way, Surulere',
  directions: 'Shuttle buses run from the stadium car park every fifteen minutes from 4.30 pm.',
  lng: 3.3541,
  lat: 6.4969,
  hostMessage:
    'The exhibition opens at 5 pm, the music at 7. Ear plugs for children are free at the cloakroom.',
  headliners: [
    { name: 'Mama Adékẹ́mi', role: 'The highlife years' },
    { name: 'The Third Mainland Horns', role: 'The big-band years' },
    { name: 'Ẹniọlá Keys', role: 'The synthesiser years' },
    { name: 'Chidubem Wave', role: 'The street years' },
    { name: 'DJ Ìrọ̀lẹ́', role: 'Right now' },
  ],
  gallery: [
    { alt: 'Mosaic artwork: a highlife guitar' },
    { alt: 'Mosaic artwork: record sleeves on a wall' },
    { alt: 'Mosaic artwork: the horn section' },
    { alt: 'Mosaic artwork: reels of tape' },
    { alt: 'Mosaic artwork: the first synthesiser' },
    { alt: 'Mosaic artwork: a street party at noon' },
    { alt: 'Mosaic artwork: five generations on one stage' },
    { alt: 'Mosaic artwork: the last dance' },
  ],
  ticketTypes: [
    {
      name: 'Dance Floor',
      description: 'Standing, close to the stage, with the exhibition.',
      priceMinor: 1_000_000,
      capacity: 900,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 388,
    },
    {
      name: 'Mezzanine',
      description: 'Unreserved seats upstairs, with the exhibition.',
      priceMinor: 2_000_000,
      capacity: 250,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 104,
      unpaidOrders: 2,
    },
    {
      name: 'Collector',
      description: 'Mezzanine seat, a guided tour and a vinyl pressing of the night.',
      priceMinor: 5_000_000,
      capacity: 60,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 19,
    },
  ],
  promoCodes: [
    { code: 'SIDEB', percentBasisPoints: 2_000, maximumUses: 50, ticketTypeNames: ['Dance Floor'] },
  ],
  seatSections: [],
};
