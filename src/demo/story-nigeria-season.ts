import type { DemoEvent } from './story-types.ts';

// Thirty ordinary events, enough for lists to need a second page. Each row holds what differs between them.

// oxfmt-ignore
const PLACES = {
  surulere: { state: 'Lagos', lga: 'Surulere', street: 'Bàbá Tòkunbọ̀’s Yard, 18 Ògúnlànà Court, Surulere', lng: 3.3541, lat: 6.4969 },
  ikoyi: { state: 'Lagos', lga: 'Eti-Osa', street: 'The Banyan Lawn, 5 Mulberry Close, Ikoyi', lng: 3.4343, lat: 6.4541 },
  ikeja: { state: 'Lagos', lga: 'Ikeja', street: 'The Green Room, 40 Allen Court, Ikeja', lng: 3.3515, lat: 6.6018 },
  yaba: { state: 'Lagos', lga: 'Lagos Mainland', street: 'Signal House, 3 Herbert Close, Yaba', lng: 3.3792, lat: 6.5095 },
  onikan: { state: 'Lagos', lga: 'Lagos Island', street: 'The Bandstand, Harbour Row, Onikan', lng: 3.408, lat: 6.445 },
  victoriaIsland: { state: 'Lagos', lga: 'Eti-Osa', street: 'Pier Nine, Water Lane, Victoria Island', lng: 3.4219, lat: 6.4281 },
  lekki: { state: 'Lagos', lga: 'Eti-Osa', street: 'Lagoon Green, Admiralty Lane, Lekki Phase 1', lng: 3.4723, lat: 6.4478 },
  ajegunle: { state: 'Lagos', lga: 'Ajeromi-Ifelodun', street: 'The Cage, Boundary Lane, Ajegunle', lng: 3.34, lat: 6.45 },
  epe: { state: 'Lagos', lga: 'Epe', street: 'The Fishermen’s Landing, Marina Road, Epe', lng: 3.9837, lat: 6.5841 },
  wuse: { state: 'Federal Capital Territory', lga: 'Abuja Municipal', street: 'Savannah Hall, 11 Kigali Close, Wuse 2', lng: 7.471, lat: 9.078 },
  jabi: { state: 'Federal Capital Territory', lga: 'Abuja Municipal', street: 'The Boathouse, Jabi Lake, Abuja', lng: 7.425, lat: 9.075 },
  bodija: { state: 'Oyo', lga: 'Ibadan North', street: 'The Reading Garden, 6 Awẹ́ Crescent, Bodija, Ibadan', lng: 3.914, lat: 7.42 },
  dugbe: { state: 'Oyo', lga: 'Ibadan North West', street: 'The Old Cocoa Store, Dugbe, Ibadan', lng: 3.879, lat: 7.388 },
  portHarcourt: { state: 'Rivers', lga: 'Port Harcourt', street: 'Garden City Pavilion, Azikiwe Close, Port Harcourt', lng: 7.013, lat: 4.779 },
  enugu: { state: 'Enugu', lga: 'Enugu North', street: 'The Colliery Club, 8 Chime Close, New Haven, Enugu', lng: 7.513, lat: 6.459 },
  calabar: { state: 'Cross River', lga: 'Calabar Municipal', street: 'The Boat House, Marina Walk, Calabar', lng: 8.317, lat: 4.958 },
  abeokuta: { state: 'Ogun', lga: 'Abeokuta South', street: 'The Indigo Yard, Ìbarà, Abẹ́òkúta', lng: 3.347, lat: 7.144 },
  benin: { state: 'Edo', lga: 'Oredo', street: 'The Casters’ House, Igun Close, Benin City', lng: 5.622, lat: 6.333 },
  jos: { state: 'Plateau', lga: 'Jos North', street: 'Trailhead Lodge, Museum Close, Jos', lng: 8.892, lat: 9.918 },
  kaduna: { state: 'Kaduna', lga: 'Kaduna North', street: 'The River Lab, 22 Coronation Close, Kaduna', lng: 7.44, lat: 10.523 },
  uyo: { state: 'Akwa Ibom', lga: 'Uyo', street: 'Ibom Assembly Hall, 4 Ewet Close, Uyo', lng: 7.913, lat: 5.038 },
  owerri: { state: 'Imo', lga: 'Owerri Municipal', street: 'The Courtyard, 15 Wetheral Close, Owerri', lng: 7.033, lat: 5.485 },
} satisfies Record<string, Pick<DemoEvent, 'state' | 'lga' | 'street' | 'lng' | 'lat'>>;

const TICKET_DESCRIPTIONS = {
  'Free Entry': 'A place for one. No card needed.',
  Regular: 'Entry for one.',
  'Early Bird': 'The same entry for less, while they last.',
  Student: 'Entry for one, with a student card at the door.',
  VIP: 'A reserved area near the front, and a welcome drink.',
  Pair: 'Entry for two on one ticket.',
  Workshop: 'Your place, with all materials.',
  Plate: 'Entry, and a full tasting plate.',
  Runner: 'Start number, water on the course and breakfast after it.',
  Spectator: 'A seat on the stand.',
} as const;

type SeasonRow = {
  slug: string;
  name: string;
  category: string;
  place: keyof typeof PLACES;
  /** Days from now, hour of the day, hours it lasts. */
  when: [startsInDays: number, startHour: number, durationHours: number];
  tickets: [
    name: keyof typeof TICKET_DESCRIPTIONS,
    priceNaira: number,
    capacity: number,
    soldCount: number,
  ][];
  headliner?: [name: string, role: string];
  preview: string;
  about: string;
};

// One line for who and where, one for when and how much: a formatter would spend twelve.
// oxfmt-ignore
const ROWS: SeasonRow[] = [
  {
    slug: 'sunday-highlife-surulere', name: 'Sunday Highlife, Surulere', category: 'music', place: 'surulere',
    when: [3, 16, 5], tickets: [['Regular', 4_000, 250, 131], ['Pair', 7_000, 60, 22]],
    headliner: ['The Palm Avenue Orchestra', 'Highlife'],
    preview: 'Guitars, pepper soup and plastic chairs: Sunday as it should be.',
    about: 'The Palm Avenue Orchestra plays two long sets in the yard where it rehearsed for thirty years. Wear shoes you can shuffle in.',
  },
  {
    slug: 'moonlight-cinema-ikoyi', name: 'Moonlight Cinema', category: 'arts', place: 'ikoyi',
    when: [6, 19, 4], tickets: [['Regular', 5_000, 180, 74], ['Pair', 9_000, 40, 18]],
    preview: 'A restored Nollywood classic on a big screen under bigger trees.',
    about: 'Mats, mosquito coils and popcorn with suya spice. The film starts when the fruit bats leave.',
  },
  {
    slug: 'ikeja-laugh-lines', name: 'Laugh Lines Ikeja', category: 'comedy', place: 'ikeja',
    when: [8, 19, 3], tickets: [['Early Bird', 3_500, 80, 80], ['Regular', 5_000, 220, 95], ['VIP', 15_000, 30, 9]],
    headliner: ['MC Àgbàdo', 'Host'],
    preview: 'Six comedians, one landlord joke each. It is in the rules.',
    about: 'A fast evening of stand-up with six sets of twelve minutes. Sit in the front row only if you are brave.',
  },
  {
    slug: 'palmwine-and-poetry', name: 'Palm Wine & Poetry', category: 'arts', place: 'bodija',
    when: [9, 17, 4], tickets: [['Student', 1_500, 60, 33], ['Regular', 3_000, 90, 27]],
    headliner: ['Ṣọlá Verse', 'Reading from new work'],
    preview: 'Fresh palm wine, new poems and an argument about both.',
    about: 'Eight poets read in Yorùbá, Igbo, Pidgin and English in a garden full of books. The tapper arrives at five.',
  },
  {
    slug: 'dugbe-vinyl-market', name: 'Dugbe Vinyl Market', category: 'music', place: 'dugbe',
    when: [10, 10, 8], tickets: [['Free Entry', 0, 500, 162]],
    preview: 'Forty crates, twelve dealers, and somebody’s father’s whole collection.',
    about: 'Jùjú, àpàlà, soul and gospel on wax, with listening booths so that you can hear before you haggle. Bring cash and a strong bag.',
  },
  {
    slug: 'abuja-startup-clinic', name: 'Abuja Startup Clinic', category: 'tech', place: 'wuse',
    when: [12, 9, 7], tickets: [['Student', 2_000, 50, 21], ['Regular', 8_000, 120, 64]],
    preview: 'Bring one real problem. Leave with a lawyer, an accountant and a plan.',
    about: 'Twenty advisers give half-hour appointments on tax, contracts, hiring and pricing. Lunch is included; pitch decks are not.',
  },
  {
    slug: 'jabi-lake-sunrise-run', name: 'Jabi Lake Sunrise Run', category: 'sport', place: 'jabi',
    when: [13, 6, 3], tickets: [['Runner', 4_500, 600, 287]],
    preview: 'Five or ten kilometres round the lake before the sun gets serious.',
    about: 'A flat, friendly course with pacers for every speed, including walking. Breakfast is mosa and hot tea by the water.',
  },
  {
    slug: 'port-harcourt-bole-weekend', name: 'Port Harcourt Bole Weekend', category: 'food-drink', place: 'portHarcourt',
    when: [14, 12, 9], tickets: [['Plate', 5_500, 800, 344], ['VIP', 20_000, 60, 17]],
    preview: 'Roast plantain, roast fish and that sauce. Napkins will not help you.',
    about: 'Fifteen bole stands line the pavilion, from roadside legends to one very ambitious hotel. Live bands play from four.',
  },
  {
    slug: 'garden-city-jazz', name: 'Garden City Jazz', category: 'music', place: 'portHarcourt',
    when: [16, 19, 4], tickets: [['Regular', 8_000, 200, 58], ['VIP', 25_000, 40, 12]],
    headliner: ['Ẹniọlá Keys', 'Piano'],
    preview: 'A piano, a rainstorm if we are lucky, and a very good trio.',
    about: 'Ẹniọlá Keys brings her trio to the river for one night of standards and originals. Tables are shared, so bring your manners.',
  },
  {
    slug: 'coal-city-comedy', name: 'Coal City Comedy', category: 'comedy', place: 'enugu',
    when: [17, 18, 3], tickets: [['Regular', 4_000, 260, 103], ['Pair', 7_000, 50, 20]],
    headliner: ['Ozioma Big Grammar', 'Headline set'],
    preview: 'Enugu’s quickest tongues in the old miners’ club.',
    about: 'Ozioma Big Grammar heads a bill of five, in Igbo and English and the useful space between. Ọkpa on sale until it is finished.',
  },
  {
    slug: 'calabar-masquerade-ball', name: 'Calabar Masquerade Ball', category: 'nightlife', place: 'calabar',
    when: [20, 21, 6], tickets: [['Early Bird', 10_000, 100, 92], ['Regular', 15_000, 300, 71], ['VIP', 40_000, 50, 14]],
    headliner: ['DJ Halogen', 'Midnight set'],
    preview: 'Feathers, raffia, sequins: come as somebody taller.',
    about: 'A costume ball on the water with a brass band, a midnight parade and a prize for the best mask made at home.',
  },
  {
    slug: 'lekki-beach-volley-open', name: 'Lekki Beach Volley Open', category: 'sport', place: 'lekki',
    when: [21, 9, 9], tickets: [['Spectator', 2_000, 400, 66]],
    preview: 'Thirty-two pairs, four courts and one very loud commentator.',
    about: 'A day of knock-out beach volleyball with a juniors’ court, cold coconuts and finals at sunset.',
  },
  {
    slug: 'amapiano-harbour-party', name: 'Harbour Log Drum', category: 'nightlife', place: 'victoriaIsland',
    when: [22, 22, 7], tickets: [['Early Bird', 7_000, 150, 150], ['Regular', 12_000, 450, 208], ['VIP', 35_000, 60, 25]],
    headliner: ['DJ Ìrọ̀lẹ́', 'All night'],
    preview: 'Amapiano at the water’s edge until the first ferry.',
    about: 'One DJ, one long set and a sound system that came from Durban by sea. Dancers in front, talkers at the back.',
  },
  {
    slug: 'ankara-after-dark', name: 'Ankara After Dark', category: 'arts', place: 'onikan',
    when: [25, 19, 4], tickets: [['Regular', 10_000, 300, 87], ['VIP', 45_000, 60, 31]],
    preview: 'Twelve young designers, one candle-lit runway and plenty of wax print.',
    about: 'A fashion show without a single chair reserved for critics. Afterwards the collections are for sale, straight off the rail.',
  },
  {
    slug: 'women-who-ship-lagos', name: 'Women Who Ship, Lagos', category: 'tech', place: 'yaba',
    when: [26, 10, 7], tickets: [['Student', 2_500, 100, 76], ['Regular', 10_000, 200, 91]],
    headliner: ['Hauwa Binary', 'Opening talk'],
    preview: 'A day of talks by the women who built the thing, about the thing.',
    about: 'Payments at market scale, maps for streets without names, hardware on a budget. There is a crèche, and every talk is captioned.',
  },
  {
    slug: 'the-trial-of-tortoise', name: 'The Trial of Tortoise', category: 'theatre', place: 'onikan',
    when: [29, 15, 2], tickets: [['Regular', 5_000, 200, 49], ['Pair', 9_000, 80, 26]],
    headliner: ['The Gángan Circle', 'Music'],
    preview: 'Ìjàpá stands accused of everything. Children are the jury.',
    about: 'A family play with drums, giant puppets and a verdict that changes every night. Best from the age of five.',
  },
  {
    slug: 'moremi-retold', name: 'Mọremí, Retold', category: 'theatre', place: 'bodija',
    when: [31, 18, 2], tickets: [['Student', 2_000, 80, 41], ['Regular', 6_000, 160, 38]],
    headliner: ['Ìràwọ̀ Dance Company', 'Dance'],
    preview: 'The old story of Ilé-Ifẹ̀ danced by twelve women and a river of cloth.',
    about: 'The Ìràwọ̀ Dance Company asks what the queen gave up, and who asked her to. Eighty minutes without an interval.',
  },
  {
    slug: 'suya-and-soul', name: 'Suya & Soul', category: 'food-drink', place: 'wuse',
    when: [34, 18, 5], tickets: [['Plate', 7_500, 250, 112], ['Pair', 14_000, 60, 19]],
    headliner: ['Nneoma Blue', 'Voice'],
    preview: 'Smoke from the grill, smoke in the voice.',
    about: 'Five mallams, five spice mixes and Nneoma Blue with her quartet. Onions are free; breath mints are at the door.',
  },
  {
    slug: 'fuji-for-beginners', name: 'Fùjí for Beginners', category: 'music', place: 'surulere',
    when: [37, 17, 4], tickets: [['Regular', 5_000, 300, 84]],
    headliner: ['Alhaji Káyọ̀dé & His Fùjí Friends', 'Everything'],
    preview: 'A concert that explains itself as it goes, then stops explaining.',
    about: 'The first hour takes the music apart, drum by drum. The other three put it back together with you in the middle.',
  },
  {
    slug: 'adire-dye-day', name: 'Àdìrẹ Dye Day', category: 'arts', place: 'abeokuta',
    when: [39, 10, 6], tickets: [['Workshop', 12_000, 40, 28]],
    headliner: ['Ìyá Aláró', 'Master dyer'],
    preview: 'Tie it, paste it, dip it, and go home with blue hands.',
    about: 'Ìyá Aláró teaches three resist techniques at her own indigo pots. You keep two yards of cloth; lunch is ọ̀fàdà and ayamase.',
  },
  {
    slug: 'benin-bronze-drawing-day', name: 'Benin Bronze Drawing Day', category: 'arts', place: 'benin',
    when: [41, 10, 5], tickets: [['Student', 1_500, 40, 12], ['Workshop', 6_000, 40, 16]],
    preview: 'Watch the casters pour, then draw what you saw.',
    about: 'A slow day with pencils on the street of the bronze casters, led by two teachers who have never thrown a sketch away.',
  },
  {
    slug: 'jos-plateau-trail-run', name: 'Jos Plateau Trail Run', category: 'sport', place: 'jos',
    when: [44, 6, 6], tickets: [['Early Bird', 6_000, 100, 88], ['Runner', 9_000, 300, 57]],
    preview: 'Twelve cool kilometres among balanced rocks and potato fields.',
    about: 'Marked trails at 1,200 metres with two short climbs and one famous view. Finishers get a medal and roast corn.',
  },
  {
    slug: 'kaduna-code-night', name: 'Kaduna Code Night', category: 'tech', place: 'kaduna',
    when: [47, 18, 5], tickets: [['Free Entry', 0, 90, 54]],
    preview: 'Pair up with a stranger and finish something small by eleven.',
    about: 'An evening of building in Hausa and English with mentors on every table. Beginners are paired with patient people.',
  },
  {
    slug: 'uyo-choirs-in-concert', name: 'Uyo Choirs in Concert', category: 'music', place: 'uyo',
    when: [50, 17, 3], tickets: [['Regular', 3_000, 500, 174], ['VIP', 12_000, 60, 20]],
    preview: 'Nine choirs, three hundred voices and one shared final hymn.',
    about: 'From a children’s choir to the city’s oldest male-voice ensemble, with new songs in Ibibio written for the evening.',
  },
  {
    slug: 'owerri-by-the-plateful', name: 'Owerri by the Plateful', category: 'food-drink', place: 'owerri',
    when: [53, 13, 6], tickets: [['Plate', 6_500, 220, 79]],
    preview: 'Ọha, nsala, ụgba: a walk through Imo in nine small bowls.',
    about: 'Nine home cooks each serve the one dish their neighbours ask for. A guide to the leaves comes with your bowl.',
  },
  {
    slug: 'silent-disco-onikan', name: 'Silent Disco at the Bandstand', category: 'nightlife', place: 'onikan',
    when: [56, 20, 4], tickets: [['Regular', 6_000, 350, 120], ['Pair', 11_000, 75, 30]],
    preview: 'Three channels, one lawn and neighbours who sleep soundly.',
    about: 'Choose between Afrobeats, disco and old-school R&B, and watch the colours of the headphones argue. A deposit is not needed.',
  },
  {
    slug: 'new-yam-supper', name: 'New Yam Supper', category: 'food-drink', place: 'enugu',
    when: [62, 18, 4], tickets: [['Regular', 18_000, 80, 35], ['Pair', 34_000, 20, 8]],
    headliner: ['Chef Ụzọ', 'Five courses'],
    preview: 'The first yams of the year, roasted, pounded, fried and toasted to.',
    about: 'Chef Ụzọ cooks five courses round one harvest, with palm oil from his village and an elder to bless the first cut.',
  },
  {
    slug: 'epe-lagoon-kayak', name: 'Epe Lagoon by Kayak', category: 'sport', place: 'epe',
    when: [66, 8, 5], tickets: [['Regular', 15_000, 36, 21], ['Pair', 28_000, 12, 5]],
    preview: 'Paddle out with the fishermen and back with an appetite.',
    about: 'A guided morning on quiet water, with life jackets, a safety boat and fresh tilapia on the landing. No experience needed.',
  },
  {
    slug: 'ajegunle-street-finals', name: 'Ajegunle Street Football Finals', category: 'sport', place: 'ajegunle',
    when: [70, 14, 5], tickets: [['Regular', 1_000, 700, 289], ['VIP', 8_000, 40, 11]],
    preview: 'Five a side, no offside, four semi-finalists and one bus to bring home.',
    about: 'Sixty-four street teams became four. The finals are played in The Cage with a brass band behind each goal.',
  },
  {
    slug: 'midnight-owambe', name: 'Midnight Owambe', category: 'nightlife', place: 'ikeja',
    when: [84, 22, 7], tickets: [['Early Bird', 12_000, 120, 44], ['Regular', 18_000, 400, 36], ['VIP', 60_000, 80, 10]],
    headliner: ['The Third Mainland Horns', 'Live band'],
    preview: 'Aṣọ ẹbí optional, spraying encouraged, jollof at two in the morning.',
    about: 'A wedding party without the wedding: a live band, a grand entrance for everyone and souvenirs you will actually use.',
  },
];

function expand({
  slug,
  name,
  category,
  place,
  when,
  tickets,
  headliner,
  preview,
  about,
}: SeasonRow): DemoEvent {
  const [startsInDays, startHour, durationHours] = when;
  return {
    slug,
    name,
    categorySlug: category,
    previewDescription: preview,
    description: about,
    startsInDays,
    startHour,
    durationHours,
    status: 'LIVE',
    ...PLACES[place],
    headliners: headliner ? [{ name: headliner[0], role: headliner[1] }] : [],
    gallery: [],
    ticketTypes: tickets.map(([ticketName, priceNaira, capacity, soldCount]) => ({
      name: ticketName,
      description: TICKET_DESCRIPTIONS[ticketName],
      priceMinor: priceNaira * 100,
      capacity,
      maximumPerOrder: ticketName === 'Free Entry' ? 2 : 8,
      kind: 'GENERAL',
      soldCount,
    })),
    promoCodes: [],
    seatSections: [],
  };
}

export const NIGERIAN_SEASON: DemoEvent[] = ROWS.map(expand);
