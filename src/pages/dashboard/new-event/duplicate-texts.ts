import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  title: 'Duplicate',
  intro: 'This creates a draft with a copy of this event. Nobody sees it until you publish it.',
  copy: 'New event',
  name: 'Name',
  startsAt: 'Starts',
  startsAtHint: 'The end, sale dates and promo codes move by the same number of days.',
  make: 'Create draft',
  made: (name: string) => `Draft of ${name} created.`,
  copied: 'Copied',
  always: 'Details, venue, links and embed settings',
  counts: {
    ticketTypes: (count: number) => `${plural(count, 'ticket type', 'ticket types')}, none sold`,
    seats: (count: number) => `${plural(count, 'seat', 'seats')}, all free`,
    promoCodes: (count: number) => `${plural(count, 'promo code', 'promo codes')}, unused`,
    questions: (count: number) => `${plural(count, 'question', 'questions')}, without answers`,
    headliners: (count: number) => plural(count, 'headliner', 'headliners'),
    pictures: (count: number) => plural(count, 'picture', 'pictures'),
    doors: (count: number) => `${plural(count, 'door', 'doors')}, without phones`,
  },
  webhooks: 'Webhooks are not copied',
  webhooksText:
    'A webhook address can belong to only one event. To use the same receiver, add it under Integrations with the new event in its query.',
  webhookExample: 'For example',
  webhooksNone: 'This event has none.',
};

export const useDuplicateTexts = pageTexts({ en, fr: en });
