import { places } from '../texts/en/places.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  save: 'Save details',

  what: 'What it is',
  name: 'Name',
  slug: 'Address',
  slugHint: (address: string) =>
    `Tickets are sold at ${address}. It stays as it is once the event was public.`,
  slugFixed: 'The event was public, and links to it are out there: its address stays.',
  category: 'Category',
  previewDescription: 'In one sentence',
  previewDescriptionHint: 'What lists, search engines and shared links show.',
  description: 'Description',
  descriptionHint: 'Buttons above, or signs: **bold**, _italic_, # heading, - list, [words](address).',
  descriptionPlain:
    'This is shown exactly as it was typed. Once you change it, signs such as # and * count as formatting: look at the preview.',
  descriptionFormat: 'How the description is written',
  tabs: { write: 'Write', preview: 'Preview' },
  toolbar: 'Formatting',
  tools: { bold: 'Bold', italic: 'Italic', link: 'Link', list: 'List' },
  toolTitle: (tool: string, keys: string | undefined) =>
    keys === undefined ? tool : `${tool} (${keys.replace('Control', 'Ctrl')})`,
  boldSign: 'B',
  italicSign: 'I',
  sample: 'words',
  nothingToShow: 'Nothing to show yet. Write something first.',

  when: 'When',
  whenIntro: 'As the clock shows it where the event is.',
  startsAt: 'Starts',
  closesAt: 'Ends',
  closesAtHint: 'The sale ends with it, too.',
  doorsMinutes: 'Doors open, minutes before the start',
  doorsMinutesHint: 'Such as 60. Buyers read the time. If the event moves, the doors move with it.',
  fixedByOrders:
    'The start can’t change here, because people have tickets with this date: postpone the event instead, and they get an e-mail.',
  toPostpone: 'Cancel or postpone',
  fixedByEnd: 'The event is over: its dates stay.',
  timezone: 'Time zone',
  timezoneHint: 'That of the place. The times above are read on its clock.',
  otherZones: 'Elsewhere',

  where: 'Where',
  whereIntro: (country: string) => `In ${country}: the country is your host’s, as it decides the currency.`,
  places,
  street: 'Venue and street',
  directions: 'Directions',
  directionsHint: 'How to find the door: a landmark, a gate, where to park.',
  position: 'Place on the map',
  positionHint: 'Numbers, a link to a map or a plus code. Buyers get a map and the way there from it.',
  hideLocation: 'Show the exact place to ticket holders only',
  hideLocationHint: (area: string) =>
    `Everybody else sees ${area}. Street, directions and map are on the tickets.`,
  theArea: 'the area only',

  headliners: 'Headliners',
  headlinersIntro: 'Who is on stage, in the order that buyers see.',

  buyers: 'For buyers',
  hostMessage: 'Your message',
  hostMessageHint: 'It is on the receipt and in the mail with the tickets: doors, dress code, what to bring.',
  website: 'Website',
  instagram: 'Instagram',
  xAccount: 'X',
  accountHint: 'The account’s name, or its address.',

  selling: 'Selling',
  holdMinutes: 'Minutes in the cart',
  holdMinutesHint: '2 to 60. For so long tickets wait for a buyer who fills in the checkout.',
  paymentMinutes: 'Minutes to pay',
  paymentMinutesHint: (usual: number) =>
    `5 to 1440. For so long an order waits for its payment. Empty: ${usual}, as everywhere.`,
  isComingSoon: 'Coming soon',
  isComingSoonHint: 'It is announced, and nothing is sold until you switch this off.',
  buyersRename: 'Buyers may change names on tickets',
  buyersRenameHint:
    'On the page of their order, until a ticket is used or the event is over. The code stays the same. Switch it off if you check who somebody is.',
  isUnlisted: 'Unlisted',
  isUnlistedHint: 'It is in no list and no search. Whoever has the link sees it and can buy.',
};

export const useEventDetailsTexts = pageTexts({ en, fr: en });
