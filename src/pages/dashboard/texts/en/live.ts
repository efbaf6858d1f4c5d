import { plural } from './words.ts';

export const live = {
  live: 'Updates live',
  stale: 'Not live. Reconnecting…',
  sumUp: 'Read out the figures',
  summaryOfCancelled: ({ sold, net }: { sold: number; net: string }) =>
    `Cancelled. ${plural(sold, 'ticket was', 'tickets were')} sold. Net ${net}.`,
  summary: ({ sold, held, left, net }: { sold: number; held: number; left: number; net: string }) =>
    `${plural(sold, 'ticket', 'tickets')} sold, ${held.toLocaleString('en')} held, ${left.toLocaleString('en')} left. Net ${net}.`,
};
