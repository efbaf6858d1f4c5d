import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Home',
  sums: 'All upcoming events',
  events: 'Events',
  whichEvents: 'Filter events',
  shown: { upcoming: 'Upcoming', drafts: 'Drafts', past: 'Past and cancelled' },
  event: 'Event',
  state: 'Status',
  empty: {
    first: {
      title: 'Your first event',
      text: 'Add a name, a date, a place and a ticket. It takes two minutes. Your event is a draft until you publish it, and we save as you type.',
    },
    upcoming: {
      title: 'No upcoming events',
      text: 'You see events on sale here, with live numbers of tickets sold, held and left.',
    },
    drafts: {
      title: 'No drafts',
      text: 'An event is a draft until you publish it. Only your team sees it.',
    },
    past: {
      title: 'No past events',
      text: 'You see past and cancelled events here, with their figures.',
    },
  },
};

export const useHomeTexts = textsWith({ en: { home: en }, fr: { home: en } });
export type HomeTexts = ReturnType<typeof useHomeTexts>;
