import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  title: 'Duplicate',
  intro: 'A new draft with everything that this event has. Nobody sees it until you publish it.',
  copy: 'The new event',
  name: 'Name',
  startsAt: 'Starts',
  startsAtHint: 'The end, sales and promo codes move by the same distance and keep their hour.',
  make: 'Make the draft',
  made: (name: string) => `${name} is a draft.`,
  copied: 'What is copied',
  always: 'Details, place and links, embed settings',
  counts: {
    ticketTypes: (count: number) => `${plural(count, 'ticket type', 'ticket types')}, with nothing sold`,
    seats: (count: number) => `${plural(count, 'seat', 'seats')}, all free`,
    promoCodes: (count: number) => `${plural(count, 'promo code', 'promo codes')}, with no use counted`,
    questions: (count: number) => `${plural(count, 'question', 'questions')}, without answers`,
    headliners: (count: number) => plural(count, 'headliner', 'headliners'),
    pictures: (count: number) => plural(count, 'picture', 'pictures'),
    doors: (count: number) => `${plural(count, 'door', 'doors')}, without phones`,
  },
  webhooks: 'Webhooks are not copied',
  webhooksText:
    'A receiver’s address is registered once on this service, so that no other event can speak in its name. To use the same receiver for the new event, add it under Integrations with the event in its query: that makes it an address of its own.',
  webhookExample: 'For example',
  webhooksNone: 'This event has none.',
};

export const useDuplicateTexts = pageTexts({ en, fr: en });
