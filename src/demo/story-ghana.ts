import type { DemoEvent, DemoHost } from './story-types.ts';

const OSU_NIGHT_MARKET: DemoEvent = {
  slug: 'osu-night-market',
  name: 'Osu Night Market',
  categorySlug: 'food-drink',
  previewDescription:
    'Kelewele, waakye and fifty makers on one closed street. Free, with a ticket for the count.',
  description:
    'Once a month the cars leave and the street belongs to the pans. Fifty food stalls, potters, bead makers and a ' +
    'brass band that walks slowly from one end to the other.\n\n' +
    'Entry is free. We ask you to book so that we know how much waakye to cook.',
  startsInDays: 7,
  startHour: 17,
  durationHours: 6,
  status: 'LIVE',
  instagram: 'osunightmarket_example',
  state: 'Greater Accra',
  lga: 'Korle Klottey',
  street: 'Mango Tree Lane, Osu',
  directions: 'Walk in from either end; bicycles can be left by the mural.',
  lng: -0.182,
  lat: 5.556,
  hostMessage: 'Bring a bowl from home and every stall fills it a little higher.',
  headliners: [{ name: 'The Oxford Lane Brass', role: 'Walking band' }],
  gallery: [
    { alt: 'Mosaic artwork: lanterns over the street' },
    { alt: 'Mosaic artwork: a pan of kelewele' },
  ],
  ticketTypes: [
    {
      name: 'Free Entry',
      description: 'Entry for one, any time of the evening.',
      priceMinor: 0,
      capacity: 800,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 353,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const THE_WEAVERS_DAUGHTER: DemoEvent = {
  slug: 'the-weavers-daughter',
  name: 'The Weaver’s Daughter',
  categorySlug: 'theatre',
  previewDescription: 'A girl, a loom and a pattern nobody is allowed to weave. Choose your seat in Kumasi.',
  description:
    'In Bonwire, where the looms never rest, Ɛfua finds a pattern in her father’s trunk that no one will name. This new ' +
    'play by Kwabena Asaase follows the thread from the palace to the sea and back.\n\n' +
    'Performed in Twi and English with live adowa drumming. Ninety minutes, no interval.',
  startsInDays: 23,
  startHour: 19,
  durationHours: 2,
  status: 'LIVE',
  website: 'https://accraafterglow.example/weavers-daughter',
  state: 'Ashanti',
  lga: 'Kumasi Metropolitan',
  street: 'The Loom House Theatre, 12 Cedar Avenue, Kumasi',
  lng: -1.6244,
  lat: 6.6885,
  hostMessage: 'Doors close when the first drum sounds. Row A has space for wheelchairs.',
  headliners: [
    { name: 'Ama Serwaa Gold', role: 'Ɛfua' },
    { name: 'Kwabena Asaase', role: 'Writer' },
  ],
  gallery: [{ alt: 'Mosaic artwork: the loom' }, { alt: 'Mosaic artwork: the forbidden pattern' }],
  ticketTypes: [
    {
      name: 'Orchestra',
      description: 'Rows A to F, on the level of the stage.',
      priceMinor: 18_000,
      capacity: 72,
      maximumPerOrder: 6,
      kind: 'SEATED',
    },
    {
      name: 'Gallery',
      description: 'Rows G to K, raised.',
      priceMinor: 10_000,
      capacity: 48,
      maximumPerOrder: 6,
      kind: 'SEATED',
    },
  ],
  promoCodes: [{ code: 'KENTE15', percentBasisPoints: 1_500 }],
  hallName: 'The Loom House Theatre',
  seatSections: [
    {
      name: 'Orchestra',
      ticketTypeName: 'Orchestra',
      rows: ['A', 'B', 'C', 'D', 'E', 'F'],
      seatsPerRow: 12,
      firstRowY: 0,
      accessibleSeats: ['A-1', 'A-12'],
    },
    {
      name: 'Gallery',
      ticketTypeName: 'Gallery',
      rows: ['G', 'H', 'J', 'K'],
      seatsPerRow: 12,
      firstRowY: 8,
      restrictedViewSeats: ['K-1', 'K-12'],
    },
  ],
};

const LABADI_SHORELINE_SESSIONS: DemoEvent = {
  slug: 'labadi-shoreline-sessions',
  name: 'Labadi Shoreline Sessions',
  categorySlug: 'music',
  previewDescription: 'Highlife guitars, bonfires and the tide keeping time.',
  description:
    'A stage on the sand, a circle of bonfires and two bands who grew up within hearing of these waves. The last song ' +
    'is always played without microphones.',
  startsInDays: 15,
  startHour: 17,
  durationHours: 6,
  status: 'LIVE',
  instagram: 'shorelinesessions_example',
  state: 'Greater Accra',
  lga: 'La Dade-Kotopon',
  street: 'The Driftwood Stage, Labadi Beach, Accra',
  lng: -0.143,
  lat: 5.561,
  headliners: [
    { name: 'Kofi Lagoon', role: 'Highlife guitar' },
    { name: 'Akosua & the Tide', role: 'Opening set' },
  ],
  gallery: [{ alt: 'Mosaic artwork: bonfires on the sand' }],
  ticketTypes: [
    {
      name: 'Regular',
      description: 'Entry and a place by the fire.',
      priceMinor: 12_000,
      capacity: 500,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 214,
    },
    {
      name: 'Driftwood Table',
      description: 'One ticket seats four, with grilled tilapia and banku.',
      priceMinor: 90_000,
      capacity: 25,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 11,
    },
  ],
  promoCodes: [{ code: 'TIDE20', amountMinor: 2_000, maximumUses: 150, ticketTypeNames: ['Regular'] }],
  seatSections: [],
};

const JAMESTOWN_BOXING_NIGHT: DemoEvent = {
  slug: 'jamestown-boxing-night',
  name: 'James Town Boxing Night',
  categorySlug: 'sport',
  previewDescription: 'Eight amateur bouts in the neighbourhood that raises champions.',
  description:
    'Young boxers from six gyms meet under the lights by the old lighthouse: eight bouts, three weight classes, and a ' +
    'girls’ final that everyone is talking about. All takings buy gloves and head guards for the gyms.',
  startsInDays: 36,
  startHour: 18,
  durationHours: 4,
  status: 'LIVE',
  state: 'Greater Accra',
  lga: 'Accra Metropolitan',
  street: 'The Harbour Ring, Lighthouse Lane, James Town',
  lng: -0.213,
  lat: 5.534,
  headliners: [{ name: 'Naa Dede “Thunder” Kotei', role: 'Girls’ final' }],
  gallery: [],
  ticketTypes: [
    {
      name: 'Stand',
      description: 'An unreserved place on the stand.',
      priceMinor: 5_000,
      capacity: 600,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 148,
    },
    {
      name: 'Ringside',
      description: 'A chair in the first three rows.',
      priceMinor: 25_000,
      capacity: 60,
      maximumPerOrder: 4,
      kind: 'GENERAL',
      soldCount: 42,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const ACCRA_PRODUCT_DAY: DemoEvent = {
  slug: 'accra-product-day',
  name: 'Accra Product Day',
  categorySlug: 'tech',
  previewDescription: 'One day on building things people keep using, told by those who tried.',
  description:
    'Mobile money at the roadside, clinics that work offline, a maps team that walks. Twelve short talks, long breaks ' +
    'and a wall of honest post-mortems.',
  startsInDays: 52,
  startHour: 9,
  durationHours: 8,
  status: 'LIVE',
  website: 'https://accraafterglow.example/product-day',
  state: 'Greater Accra',
  lga: 'Ayawaso West',
  street: 'Baobab Hall, 30 Lagos Lane, East Legon',
  lng: -0.153,
  lat: 5.635,
  headliners: [{ name: 'Esi Quaye-Mensah', role: 'Opening talk' }],
  gallery: [],
  ticketTypes: [
    {
      name: 'Early Bird',
      description: 'The full day and lunch, for those who decide early.',
      priceMinor: 25_000,
      capacity: 80,
      maximumPerOrder: 4,
      kind: 'GENERAL',
      soldCount: 80,
    },
    {
      name: 'Regular',
      description: 'The full day and lunch.',
      priceMinor: 40_000,
      capacity: 220,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 37,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

export const GHANAIAN_HOST: DemoHost = {
  name: 'Accra Afterglow',
  email: 'hello@accraafterglow.example',
  ownerName: 'Akosua Owusu',
  terms: 'Doors close when the house is full. Cameras are welcome, tripods are not.',
  refundPolicy: 'Write to us up to 48 hours before the doors open, and we refund your ticket.',
  taxNumber: 'TIN C0001234567',
  sellerName: 'Accra Afterglow Limited',
  sellerAddress: '7 Mango Tree Lane\nOsu, Accra',
  vatBasisPoints: 1_500,
  country: 'GHANA',
  timezone: 'Africa/Accra',
  feeBasisPoints: 400,
  feeFlatMinor: 100,
  feeCapMinor: 5_000,
  feesAbsorbed: false,
  events: [
    OSU_NIGHT_MARKET,
    THE_WEAVERS_DAUGHTER,
    LABADI_SHORELINE_SESSIONS,
    JAMESTOWN_BOXING_NIGHT,
    ACCRA_PRODUCT_DAY,
  ],
};
