import { eventFieldsIn } from '../texts/event-fields.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  ...eventFieldsIn('en'),
  save: 'Save details',

  slug: 'Address',
  slugHint: (address: string) => `You sell tickets at ${address}. You can’t change it after publishing.`,
  slugFixed: 'You can’t change the address: the event was public, and people have links to it.',
  previewDescription: 'Summary',
  previewDescriptionHint: 'One sentence for lists, search engines and shared links.',
  description: 'Description',
  descriptionHint: 'Use the buttons, or type **bold**, _italic_, # heading, - list, [words](address).',
  descriptionPlain:
    'Buyers see this exactly as typed. Once you edit it, signs such as # and * become formatting. Check the preview.',
  descriptionFormat: 'Description editor',
  tabs: { write: 'Write', preview: 'Preview' },
  toolbar: 'Formatting',
  tools: { bold: 'Bold', italic: 'Italic', link: 'Link', list: 'List' },
  toolTitle: (tool: string, keys: string | undefined) =>
    keys === undefined ? tool : `${tool} (${keys.replace('Control', 'Ctrl')})`,
  boldSign: 'B',
  italicSign: 'I',
  sample: 'words',
  nothingToShow: 'Nothing to preview yet. Write something first.',

  whenIntro: 'Use the local time of the event.',
  fixedByOrders:
    'You can’t change the start here: people have tickets with this date. Postpone the event instead, and we e-mail them.',
  toPostpone: 'Cancel or postpone',
  fixedByEnd: 'The event is over. You can’t change its dates.',
  timezone: 'Time zone',
  timezoneHint: 'The time zone of the place. It applies to the times above.',
  otherZones: 'Other time zones',

  whereIntro: (country: string) => `In ${country}, your host’s country. It sets the currency.`,
  directions: 'Directions',
  directionsHint: 'Help guests find the door: a landmark, a gate, parking.',
  isOnlineHint: 'It has no place, and only ticket holders see how to join.',
  howToJoin: 'How to join',
  howToJoinHint:
    'The link, and what else guests need. We show it on the receipt and in the e-mail with the tickets.',
  position: 'Place on the map',
  positionHint: 'Coordinates, a map link or a plus code. Buyers get a map and directions.',
  hideLocation: 'Show the exact place to ticket holders only',
  hideLocationHint: (area: string) => `Everyone else sees ${area}. Tickets show street, directions and map.`,
  theArea: 'the area only',

  headliners: 'Headliners',
  headlinersIntro: 'Add the people on stage, in the order that buyers see.',

  buyers: 'For buyers',
  hostMessage: 'Your message',
  hostMessageHint:
    'We show it on the receipt and in the e-mail with the tickets, e.g. dress code, what to bring.',
  website: 'Website',
  instagram: 'Instagram',
  xAccount: 'X',
  accountHint: 'Account name or address.',

  selling: 'Selling',
  holdMinutes: 'Minutes in the cart',
  holdMinutesHint: '2 to 60. We hold tickets this long while a buyer checks out.',
  paymentMinutes: 'Minutes to pay',
  paymentMinutesHint: (usual: number) =>
    `5 to 1440. An order waits this long for its payment. If empty: ${usual}.`,
  isComingSoon: 'Coming soon',
  isComingSoonHint: 'People see the event, but can’t buy until you turn this off.',
  buyersRename: 'Buyers can change names on tickets',
  buyersRenameHint:
    'On their order page, until a ticket is used or the event is over. The code stays the same. Turn it off if you check IDs.',
  isUnlisted: 'Unlisted',
  isUnlistedHint: 'Hidden from lists and search. Anyone with the link can see it and buy.',
};

export const useEventDetailsTexts = pageTexts({ en, fr: en });
