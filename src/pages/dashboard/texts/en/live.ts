import { plural } from './words.ts';

export const live = {
  live: 'Updates live',
  stale: 'Not live. Reconnecting…',
  sumUp: 'Read out the figures',
  summaryOfCancelled: ({ sold, revenue }: { sold: number; revenue: string }) =>
    `Cancelled. ${plural(sold, 'ticket was', 'tickets were')} sold. Revenue ${revenue}.`,
  summary: ({ sold, held, left, revenue }: { sold: number; held: number; left: number; revenue: string }) =>
    `${plural(sold, 'ticket', 'tickets')} sold, ${held.toLocaleString('en')} held, ${left.toLocaleString('en')} left. Revenue ${revenue}.`,
};
