import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Home',
  sums: 'Totals of upcoming events',
  upcoming: 'Upcoming events',
  allEvents: 'All events',
  event: 'Event',
  state: 'Status',
  empty: {
    first: {
      title: 'Your first event',
      text: 'Add a name, a date, a place and a ticket. It takes two minutes. Your event is a draft until you publish it, and we save as you type.',
    },
    upcoming: {
      title: 'No upcoming events',
      text: 'You see published events here, with live numbers of tickets sold, held and left. Drafts and past events are under Events.',
    },
  },
};

export const useHomeTexts = textsWith({ en: { home: en }, fr: { home: en } });
export type HomeTexts = ReturnType<typeof useHomeTexts>;
