import { plural } from './words.ts';

export const live = {
  live: 'Updates live',
  stale: 'Not live: connecting again',
  sumUp: 'Read out the figures',
  summary: ({ sold, held, left, revenue }: { sold: number; held: number; left: number; revenue: string }) =>
    `${plural(sold, 'ticket', 'tickets')} sold, ${held.toLocaleString('en')} held, ${left.toLocaleString('en')} left. Revenue ${revenue}.`,
};
