import { NIGERIAN_SEASON } from './story-nigeria-season.ts';
import {
  AFROBEATS_ARCHIVE_LIVE,
  GRAND_THEATRE_NIGHT,
  LAGOS_ROOFTOP_SESSIONS,
  OPEN_MIC_YABA,
} from './story-nigeria-stages.ts';
import type { DemoEvent, DemoHost } from './story-types.ts';

// The host's first ten events each show one thing the platform can do: the ones on stage are in
// story-nigeria-stages.ts, the rest are here. An ordinary season follows them.

const DETTY_DECEMBER_ARRIVAL: DemoEvent = {
  slug: 'detty-december-arrival',
  name: 'Detty December: The Arrival',
  categorySlug: 'nightlife',
  previewDescription:
    'The party that meets you at the airport, more or less. Tickets go on sale in two weeks.',
  description:
    'They are flying in from London, Houston, Toronto and Johannesburg, and the first stop is ours. The Arrival opens the ' +
    'season on the beach: four DJs, a jollof line that never closes and a sunrise set with your feet in the sand.\n\n' +
    'Tickets are not on sale yet. Tell the group chat, renew your passport, and be quick when the day comes.',
  startsInDays: 75,
  startHour: 21,
  durationHours: 9,
  status: 'LIVE',
  isComingSoon: true,
  instagram: 'dettyarrival_example',
  state: 'Lagos',
  lga: 'Eti-Osa',
  street: 'Sandbar Beach, Oniru, Victoria Island',
  lng: 3.4506,
  lat: 6.4229,
  headliners: [
    { name: 'DJ Ìrọ̀lẹ́', role: 'Sunrise set' },
    { name: 'DJ Halogen', role: 'Midnight set' },
  ],
  gallery: [{ alt: 'Mosaic artwork: sunrise over the beach' }, { alt: 'Mosaic artwork: the arrivals hall' }],
  ticketTypes: [
    {
      name: 'First Wave',
      description: 'Entry before 11 pm.',
      priceMinor: 1_500_000,
      capacity: 500,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      saleStartsInDays: 14,
    },
    {
      name: 'Anytime',
      description: 'Come when your flight lands.',
      priceMinor: 2_500_000,
      capacity: 1_500,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      saleStartsInDays: 14,
    },
    {
      name: 'Cabana',
      description: 'A shaded cabana for eight with its own waiter.',
      priceMinor: 60_000_000,
      capacity: 24,
      maximumPerOrder: 1,
      kind: 'GENERAL',
      saleStartsInDays: 14,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const EKO_JOLLOF_FESTIVAL: DemoEvent = {
  slug: 'eko-jollof-festival',
  name: 'Èkó Jollof Festival',
  categorySlug: 'food-drink',
  previewDescription: 'Twenty-four pots, six hours, one wooden spoon for the winner. Almost sold out.',
  description:
    'Firewood or gas, long grain or basmati, with or without the burnt bottom: an argument as old as Lagos is settled on ' +
    'one lawn. Twenty-four cooks, from party caterers to somebody’s very serious uncle, each bring their biggest pot. You ' +
    'taste, you vote, and the golden ọmọrogùn goes home with one of them.\n\n' +
    'Your ticket covers eight tasting plates. Vegetarian pots carry a green flag; tell the stewards about allergies.',
  startsInDays: 11,
  startHour: 12,
  durationHours: 6,
  status: 'LIVE',
  website: 'https://lagosnights.example/jollof',
  state: 'Lagos',
  lga: 'Ikeja',
  street: 'The Polo Lawn, 21 Sobo Close, Ikeja GRA',
  directions: 'Enter from the north gate; the south gate is for the pots.',
  lng: 3.3583,
  lat: 6.5833,
  hostMessage: 'Come hungry. We mean it.',
  headliners: [
    { name: 'Auntie Bísọ́lá', role: 'Reigning champion' },
    { name: 'MC Àgbàdo', role: 'Host' },
  ],
  gallery: [{ alt: 'Mosaic artwork: twenty-four pots' }, { alt: 'Mosaic artwork: peppers and tomatoes' }],
  ticketTypes: [
    {
      name: 'Tasting Pass',
      description: 'Eight plates and one vote.',
      priceMinor: 750_000,
      capacity: 600,
      maximumPerOrder: 6,
      kind: 'GENERAL',
      soldCount: 597,
    },
    {
      name: 'Family Mat',
      description: 'Two grown-ups, up to three children and a mat in the shade.',
      priceMinor: 2_000_000,
      capacity: 60,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 60,
    },
    {
      name: 'Judge’s Apron',
      description: 'All twenty-four pots, an apron and a seat at the judges’ table.',
      priceMinor: 3_500_000,
      capacity: 24,
      maximumPerOrder: 2,
      kind: 'GENERAL',
      soldCount: 17,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const SECRET_GARDEN_SUPPER: DemoEvent = {
  slug: 'secret-garden-supper',
  name: 'Secret Garden Supper',
  categorySlug: 'food-drink',
  previewDescription:
    'Seven courses under the frangipani, somewhere in Ikoyi. The address comes with your ticket.',
  description:
    'One long table, forty chairs and a garden you have driven past a hundred times without knowing. Chef Ìfẹ́dayọ̀ cooks ' +
    'seven courses from what the Mile 12 market gave her that morning: smoked catfish with green mango, ọ̀fàdà with charred ' +
    'leeks, agbálùmọ̀ sorbet when the season allows.\n\n' +
    'We keep the place to ourselves until you have booked. After that you will find it on your ticket.',
  startsInDays: 24,
  startHour: 19,
  durationHours: 4,
  status: 'LIVE',
  instagram: 'secretsupper_example',
  state: 'Lagos',
  lga: 'Eti-Osa',
  street: '9 Frangipani Close, Old Ikoyi',
  directions: 'The green door in the long white wall. Knock twice; the bell has never worked.',
  lng: 3.4343,
  lat: 6.4541,
  hideLocation: true,
  hostMessage: 'Please keep the address between us. Dress for grass: heels sink.',
  headliners: [{ name: 'Chef Ìfẹ́dayọ̀', role: 'Seven courses' }],
  gallery: [{ alt: 'Mosaic artwork: the long table' }, { alt: 'Mosaic artwork: frangipani at night' }],
  ticketTypes: [
    {
      name: 'One Chair',
      description: 'Seven courses and pairings, with or without alcohol.',
      priceMinor: 6_500_000,
      capacity: 40,
      maximumPerOrder: 4,
      kind: 'GENERAL',
      soldCount: 22,
      unpaidOrders: 1,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const FOUNDERS_BREAKFAST_DRAFT: DemoEvent = {
  slug: 'founders-breakfast-draft',
  name: 'Founders’ Breakfast',
  categorySlug: 'tech',
  previewDescription: 'Àkàrà, strong tea and honest numbers, before the traffic starts.',
  description:
    'Thirty founders, no slides. Bring one figure you are proud of and one you are not, and leave with three people to call.',
  startsInDays: 60,
  startHour: 8,
  durationHours: 2,
  status: 'DRAFT',
  state: 'Lagos',
  lga: 'Lagos Mainland',
  headliners: [],
  gallery: [],
  ticketTypes: [
    {
      name: 'Breakfast',
      description: 'A place at the table, àkàrà included.',
      priceMinor: 500_000,
      capacity: 30,
      maximumPerOrder: 1,
      kind: 'GENERAL',
    },
  ],
  promoCodes: [],
  seatSections: [],
};

const INDEPENDENCE_DAY_COOKOUT: DemoEvent = {
  slug: 'independence-day-cookout',
  name: 'Independence Day Cookout',
  categorySlug: 'food-drink',
  previewDescription: 'Green, white and smoke: an afternoon of grills, ludo and old-school hits.',
  description:
    'Six grills, two sound systems and the longest ludo tournament in Lekki. Thank you to everybody who came, to the ' +
    'neighbours who lent us their freezer, and to whoever returned the big blue cooler.',
  startsInDays: -21,
  startHour: 13,
  durationHours: 7,
  status: 'LIVE',
  state: 'Lagos',
  lga: 'Eti-Osa',
  street: 'Lagoon Green, Admiralty Lane, Lekki Phase 1',
  lng: 3.4723,
  lat: 6.4478,
  headliners: [{ name: 'DJ Halogen', role: 'Old-school set' }],
  gallery: [{ alt: 'Mosaic artwork: smoke over the lagoon' }, { alt: 'Mosaic artwork: the ludo final' }],
  ticketTypes: [
    {
      name: 'Grill Pass',
      description: 'One plate from each of the six grills.',
      priceMinor: 600_000,
      capacity: 450,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 412,
    },
  ],
  promoCodes: [],
  doors: [{ name: 'Lagoon gate' }, { name: 'Admiralty gate' }],
  seatSections: [],
};

const HIGHLIFE_ON_THE_MARINA: DemoEvent = {
  slug: 'highlife-on-the-marina',
  name: 'Highlife on the Marina',
  categorySlug: 'music',
  previewDescription: 'Cancelled: repairs to the jetty mean we cannot host you safely this time.',
  description:
    'We had hoped to fill the old ferry jetty with guitars and white linen. The engineers have asked for three more months, ' +
    'and we would rather keep you dry. Every ticket is being refunded, and those who held one hear the new date first.',
  startsInDays: 27,
  startHour: 17,
  durationHours: 5,
  status: 'CANCELLED',
  cancelledFor: 'The jetty needs repairs, and we can’t host you safely this time.',
  state: 'Lagos',
  lga: 'Lagos Island',
  street: 'The Old Ferry Jetty, Marina',
  lng: 3.3958,
  lat: 6.4489,
  headliners: [{ name: 'The Palm Avenue Orchestra', role: 'Highlife' }],
  gallery: [{ alt: 'Mosaic artwork: the jetty at dusk' }],
  ticketTypes: [
    {
      name: 'Regular',
      description: 'Entry and one drink.',
      priceMinor: 900_000,
      capacity: 350,
      maximumPerOrder: 8,
      kind: 'GENERAL',
      soldCount: 88,
    },
  ],
  promoCodes: [],
  seatSections: [],
};

export const NIGERIAN_HOST: DemoHost = {
  name: 'Lagos Nights',
  email: 'hello@lagosnights.example',
  ownerName: 'Adaeze Okafor',
  terms:
    'Tickets are for adults of 18 and older unless the event says otherwise. Bring an ID: the name on the ticket is read at the door.\n\n' +
    'Line-ups may change. If an event moves to another day, your ticket moves with it.',
  refundPolicy:
    'Up to seven days before the event you get the price of your ticket back, without the fees. After that you can pass it on to ' +
    'somebody else. If we cancel, everybody gets everything back.',
  taxNumber: 'TIN 01234567-0001',
  sellerName: 'Lagos Nights Limited',
  sellerAddress: '3 Jetty Lane\nMarina, Lagos',
  vatBasisPoints: 750,
  country: 'NIGERIA',
  timezone: 'Africa/Lagos',
  feeBasisPoints: 500,
  feeFlatMinor: 10_000,
  feeCapMinor: 250_000,
  feesAbsorbed: false,
  events: [
    LAGOS_ROOFTOP_SESSIONS,
    OPEN_MIC_YABA,
    GRAND_THEATRE_NIGHT,
    DETTY_DECEMBER_ARRIVAL,
    EKO_JOLLOF_FESTIVAL,
    SECRET_GARDEN_SUPPER,
    AFROBEATS_ARCHIVE_LIVE,
    FOUNDERS_BREAKFAST_DRAFT,
    INDEPENDENCE_DAY_COOKOUT,
    HIGHLIFE_ON_THE_MARINA,
    ...NIGERIAN_SEASON,
  ],
};
