import { places } from '../texts/en/places.ts';
import { pageTexts } from '../texts/page-texts.ts';

const en = {
  title: 'New event',
  back: 'All events',
  intro:
    'It is a draft as soon as it has a name and a category, and saves itself. Nobody sees it until you publish it.',
  states: {
    'nothing yet': 'Give it a name and a category to begin.',
    saving: 'Saving…',
    saved: 'Saved as a draft.',
    failed: 'Not saved yet.',
  },
  what: 'What it is',
  name: 'Name',
  namePlaceholder: 'Rooftop Sessions',
  slug: (slug: string) =>
    `Its address ends in ${slug}. You can change that under Details until it is published.`,
  kind: 'How people are seated',
  kinds: {
    general: {
      label: 'General admission',
      hint: 'Tickets without a seat number: standing, or any free chair.',
    },
    seat_map: {
      label: 'Seat map',
      hint: 'Buyers choose their own seats. You add them from a file on the Seats page.',
    },
  },
  category: 'Category',
  categoryEmpty: 'Choose one',
  when: 'When',
  whenSuggested: 'We suggested a date four weeks ahead. Set your own.',
  startsAt: 'Starts',
  closesAt: 'Ends',
  closesAtHint: 'The sale ends with it, too.',
  doorsMinutes: 'Doors open, minutes before the start',
  doorsMinutesHint: 'Such as 60. Buyers read the time. If the event moves, the doors move with it.',
  where: 'Where',
  places,
  street: 'Venue and street',
  tickets: 'First ticket type',
  ticketsIntro: 'You can add more, with sale dates and limits, under Tickets.',
  ticketsThere: (count: number) => `It has ${count} ticket types: see to them under Tickets.`,
  toTickets: 'Go to Tickets',
  ticketName: 'Name of the ticket',
  ticketNameDefault: 'General admission',
  price: 'Price',
  priceHint: '0 makes it free.',
  capacity: 'How many',
  seatsNext: 'How many there are is the number of its seats, which you add next.',
  poster: 'Poster',
  posterText:
    'The first that buyers see: on the event’s page, in the checkout and on the tickets. Upright posters fit phones best. Not needed to publish.',
  posterOf: (name: string) => (name === '' ? 'Poster of the event' : `Poster of ${name}`),
  posterWaits: 'It is saved with the draft, as soon as that has a name and a category.',
  posterRemoved: 'Poster removed.',
  later: 'Description and headliners come next, under Details; a gallery under Pictures.',
  go: 'Check and publish',
};

export const useNewEventTexts = pageTexts({ en, fr: en });
