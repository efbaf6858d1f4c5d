import { useCheckInTexts } from './texts.ts';

const words = {
  arrivals: 'Arrivals',
  arrivalsIntro: 'Each guest counts once, at their first entry.',
  nobodyCame: 'Nobody has checked in yet.',
  ways: 'View of arrivals',
  table: 'Table',
  quarter: 'From',
  all: 'All',
  others: 'Others',
  arrivalsSummary: (count: string) => `${count} guests over time, by quarter-hour`,
  noShows: 'No-shows',
  noShowsIntro: 'Valid tickets that were not checked in.',
  noShowsOf: (percent: string) => `${percent} of those expected`,
  share: 'Share',
  type: 'Ticket type',
};

/** With the words of the report, which the page of the doors does not load. */
export const useReportTexts = () => ({ ...useCheckInTexts(), ...words });
