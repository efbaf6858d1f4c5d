import { eventFieldsIn } from '../texts/event-fields.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  ...eventFieldsIn('en'),
  title: 'New event',
  back: 'All events',
  intro:
    'Enter a name and a category to save a draft; we save the rest as you type. Nobody sees it until you publish.',
  states: {
    'nothing yet': 'Enter a name and a category to start.',
    saving: 'Saving…',
    saved: 'Draft saved.',
    failed: 'Not saved yet.',
  },
  fix: (fields: string[]) => `Not everything is saved. Please fix: ${fields.join(', ')}.`,
  namePlaceholder: 'Rooftop Sessions',
  slug: (slug: string) =>
    `Its web address ends in ${slug}. You can change it under Details until you publish.`,
  kind: 'Seating',
  kinds: {
    general: {
      label: 'General admission',
      hint: 'No seat numbers: standing, or free seating.',
    },
    seat_map: {
      label: 'Seat map',
      hint: 'Buyers choose their seats on a map. Choose a seating plan under Seats.',
    },
  },
  categoryEmpty: 'Choose one',
  whenSuggested: 'We suggest a date in four weeks. Set your own.',
  tickets: 'First ticket type',
  ticketsIntro: 'You can add more, with sale dates and limits, under Tickets.',
  ticketsThere: (count: number) => `This event has ${count} ticket types. Edit them under Tickets.`,
  toTickets: 'Go to Tickets',
  ticketName: 'Ticket name',
  ticketNameDefault: 'General admission',
  price: 'Price',
  priceHint: 'Enter 0 for a free ticket.',
  capacity: 'Quantity available',
  seatsNext: 'You add the seats next; they set the quantity.',
  poster: 'Poster',
  posterText:
    'Buyers see it first: on the event page, in the checkout and on tickets. Upright posters fit phones best. Optional.',
  posterOf: (name: string) => (name === '' ? 'Poster of the event' : `Poster of ${name}`),
  posterWaits: 'We save it with the draft, once you enter a name and a category.',
  posterRemoved: 'Poster removed.',
  later: 'Next, add a description and headliners under Details, and a gallery under Pictures.',
  go: 'Check and publish',
};

export const useNewEventTexts = pageTexts({ en, fr: en });
