import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Home',
  sums: 'Upcoming events together',
  events: 'Events',
  whichEvents: 'Which events',
  shown: { upcoming: 'Upcoming', drafts: 'Drafts', past: 'Past and cancelled' },
  event: 'Event',
  state: 'Status',
  empty: {
    first: {
      title: 'Your first event',
      text: 'A name, a date, a place and a ticket: it takes two minutes. It is a draft until you publish it, and what you have typed is saved as you go.',
    },
    upcoming: {
      title: 'No upcoming events',
      text: 'Events that are on sale, or will be, are listed here with what is sold, held and left, as it happens.',
    },
    drafts: {
      title: 'No drafts',
      text: 'An event is a draft until it is published. Nobody but your team sees it.',
    },
    past: {
      title: 'No past events',
      text: 'Events that are over, and cancelled ones, are kept here with their figures.',
    },
  },
};

export const useHomeTexts = textsWith({ en: { home: en }, fr: { home: en } });
export type HomeTexts = ReturnType<typeof useHomeTexts>;
