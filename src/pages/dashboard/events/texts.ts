import { pageTexts } from '../texts/page-texts.ts';
import type { LeadsTo } from './data.ts';

const en = {
  title: (leadsTo: LeadsTo) =>
    ({ '': 'Events', guests: 'Guests: choose an event', 'check-in': 'Check-in: choose an event' })[leadsTo],
  search: 'Search by name',
  which: 'Show',
  shown: { upcoming: 'Upcoming', drafts: 'Drafts', past: 'Past and cancelled' },
  list: 'Events',
  sold: (sold: string, capacity: string) => `${sold} of ${capacity} sold`,
  none: { title: 'No events found', text: 'Try another name, or look among drafts and past events.' },
  first: {
    title: 'Your first event',
    text: 'Add a name, a date, a place and a ticket. It takes two minutes. Your event is a draft until you publish it, and we save as you type.',
  },
};

export const useEventsTexts = pageTexts({ en, fr: en });
