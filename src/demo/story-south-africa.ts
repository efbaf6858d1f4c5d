import type { DemoEvent, DemoHost } from './story-types.ts';

const MABONENG_JAZZ_SUPPER: DemoEvent = {
  slug: 'maboneng-jazz-supper',
  name: 'Maboneng Jazz Supper',
  categorySlug: 'music',
  previewDescription: 'A quintet, a courtyard and one pot of oxtail the size of a bass drum.',
  description:
    'The Jeppe Street Quintet plays the songs that crossed the city by train: marabi, mbaqanga and what came after. ' +
    'Supper is served between the sets at long tables, and the pianist takes requests if you ask in rhyme.',
  startsInDays: 9,
  startHour: 18,
  durationHours: 5,
  status: 'LIVE',
  instagram: 'jazzsupper_example',
  state: 'Gauteng',
  lga: 'City of Johannesburg',
  street: 'The Brick Courtyard, 44 Fox Lane, Maboneng, Johannesburg',
  lng: 28.059,
  lat: -26.2044,
  hostMessage: 'Secure parking is in the next building; show your ticket at the boom.',
  headliners: [
    { name: 'The Jeppe Street Quintet', role: 'Two sets' },
    { name: 'Nomvula Sky', role: 'Guest vocals' },
  ],
  gallery: [{ alt: 'Mosaic artwork: the courtyard by lamplight' }, { alt: 'Mosaic artwork: piano keys' }],
  ticketTypes: [
    {
      name: 'Music Only',
      description: 'Standing, both sets.',
      priceMinor: 18_000,
      capacity: 120,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 61,
    },
    {
      name: 'Supper',
      description: 'A seat, both sets and a three-course supper. Vegan on request.',
      priceMinor: 45_000,
      capacity: 80,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 77,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const SOWETO_SUNRISE_RIDE: DemoEvent = {
  slug: 'soweto-sunrise-ride',
  name: 'Soweto Sunrise Ride',
  categorySlug: 'sport',
  previewDescription: 'Eighteen easy kilometres by bicycle, vetkoek at the finish. Free.',
  description:
    'We leave at first light and let the slowest rider set the pace. The route is marshalled and passes four murals, two ' +
    'cooling towers and one aunt who cheers from her gate every single time. Bicycles can be borrowed.',
  startsInDays: 4,
  startHour: 6,
  durationHours: 3,
  status: 'LIVE',
  state: 'Gauteng',
  lga: 'City of Johannesburg',
  street: 'The Jacaranda Corner, Vilakazi Precinct, Orlando West, Soweto',
  lng: 27.9087,
  lat: -26.2386,
  hostMessage:
    'Helmets are compulsory, and we have thirty to lend. Children under twelve ride with a grown-up.',
  headliners: [],
  gallery: [{ alt: 'Mosaic artwork: wheels at sunrise' }],
  ticketTypes: [
    {
      name: 'Own Bicycle',
      description: 'Bring yours, with working brakes.',
      priceMinor: 0,
      capacity: 200,
      maximumPerOrder: 4,
      kind: 'GENERAL',
      soldCount: 96,
    },
    {
      name: 'Borrowed Bicycle',
      description: 'We bring one for you, and a helmet.',
      priceMinor: 0,
      capacity: 30,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 28,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const BO_KAAP_SPICE_TABLE: DemoEvent = {
  slug: 'bo-kaap-spice-table',
  name: 'Bo-Kaap Spice Table',
  categorySlug: 'food-drink',
  previewDescription: 'Roast, grind and cook a Cape Malay lunch in a kitchen with a view of the mountain.',
  description:
    'Auntie Faldiela has made her masala the same way for forty years and writes nothing down. Spend a morning in her ' +
    'kitchen, fold your own samoosas, and sit down to denningvleis, sambals and koesisters with twelve new friends.\n\n' +
    'Everything is halal. Take a jar of your own masala home.',
  startsInDays: 19,
  startHour: 10,
  durationHours: 4,
  status: 'LIVE',
  website: 'https://umbalalive.example/spice-table',
  state: 'Western Cape',
  lga: 'City of Cape Town',
  street: 'The Turquoise House, 61 Rose Lane, Bo-Kaap, Cape Town',
  directions: 'The street is steep: taxis stop at the bottom, the house is halfway up on the left.',
  lng: 18.415,
  lat: -33.921,
  headliners: [{ name: 'Auntie Faldiela', role: 'Your teacher' }],
  gallery: [{ alt: 'Mosaic artwork: painted houses' }, { alt: 'Mosaic artwork: a tray of spices' }],
  ticketTypes: [
    {
      name: 'Place at the Table',
      description: 'The class, lunch and your jar of masala.',
      priceMinor: 85_000,
      capacity: 12,
      maximumPerOrder: 4,
      kind: 'GENERAL',
      soldCount: 7,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const DURBAN_BEACHFRONT_AMAPIANO: DemoEvent = {
  slug: 'durban-beachfront-amapiano',
  name: 'Durban Beachfront Amapiano',
  categorySlug: 'nightlife',
  previewDescription: 'Log drums, warm sea and bunny chow at midnight.',
  description:
    'Gqom opens, amapiano closes, and the Indian Ocean does the lights. Four DJs share a stage built like a pier, with a ' +
    'quiet tent for those who came with somebody’s cousin.',
  startsInDays: 33,
  startHour: 20,
  durationHours: 7,
  status: 'LIVE',
  instagram: 'beachfrontpiano_example',
  state: 'KwaZulu-Natal',
  lga: 'eThekwini',
  street: 'The Pier Stage, Golden Sands, Durban',
  lng: 31.038,
  lat: -29.85,
  headliners: [
    { name: 'DJ Thandolwethu', role: 'Closing set' },
    { name: 'Sbu Bassline', role: 'Gqom set' },
  ],
  gallery: [{ alt: 'Mosaic artwork: waves and log drums' }],
  ticketTypes: [
    {
      name: 'Early Bird',
      description: 'Entry all night, while they last.',
      priceMinor: 15_000,
      capacity: 200,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 200,
    },
    {
      name: 'General',
      description: 'Entry all night.',
      priceMinor: 25_000,
      capacity: 1_000,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 267,
    },
    {
      name: 'Deck',
      description: 'The raised deck beside the stage, with its own bar.',
      priceMinor: 60_000,
      capacity: 100,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 38,
    },
  ],
  promoCodes: [
    { code: 'OCEAN50', amountMinor: 5_000, maximumUses: 100, ticketTypeNames: ['General', 'Deck'] },
  ],
  seatSections: [],
};

const PRETORIA_JACARANDA_PICNIC: DemoEvent = {
  slug: 'pretoria-jacaranda-picnic',
  name: 'Jacaranda Picnic',
  categorySlug: 'arts',
  previewDescription: 'Blankets, string quartet, purple snow. For friends of the house, by link only.',
  description:
    'For our members and whoever they choose to bring: an afternoon under the oldest jacarandas in the city with a string ' +
    'quartet, ginger beer and a prize for the finest hat.',
  startsInDays: 48,
  startHour: 14,
  durationHours: 4,
  status: 'LIVE',
  isUnlisted: true,
  state: 'Gauteng',
  lga: 'City of Tshwane',
  street: 'The Terrace Gardens, Arcadia, Pretoria',
  lng: 28.211,
  lat: -25.747,
  headliners: [{ name: 'The Violet Quartet', role: 'Strings' }],
  gallery: [],
  ticketTypes: [
    {
      name: 'Blanket for Two',
      description: 'One ticket, two people, one hamper.',
      priceMinor: 48_000,
      capacity: 60,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 16,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

export const SOUTH_AFRICAN_HOST: DemoHost = {
  name: 'Umbala Live',
  email: 'hello@umbalalive.example',
  ownerName: 'Lerato Khumalo',
  terms:
    'Right of admission reserved. What the weather does is not up to us: outdoor events go on in light rain.',
  refundPolicy:
    'No refunds, except where we cancel or move the event. You may pass your ticket on at any time.',
  taxNumber: 'VAT 4012345678',
  sellerName: 'Umbala Live (Pty) Ltd',
  sellerAddress: '44 Fox Lane\nMaboneng, Johannesburg',
  vatBasisPoints: 1_500,
  country: 'SOUTH_AFRICA',
  timezone: 'Africa/Johannesburg',
  feeBasisPoints: 350,
  feeFlatMinor: 500,
  feeCapMinor: 10_000,
  feesAbsorbed: true,
  events: [
    MABONENG_JAZZ_SUPPER,
    SOWETO_SUNRISE_RIDE,
    BO_KAAP_SPICE_TABLE,
    DURBAN_BEACHFRONT_AMAPIANO,
    PRETORIA_JACARANDA_PICNIC,
  ],
};
