import { event } from './en/event.ts';
import { figures } from './en/figures.ts';
import { live } from './en/live.ts';
import { order } from './en/order.ts';
import { parts } from './en/parts.ts';
import { search } from './en/search.ts';
import { shell } from './en/shell.ts';
import { trouble } from './en/trouble.ts';

/**
 * What the shell and the parts say, and what several rooms say, by who says it. Plain words, short sentences. What one room says
 * comes with its own chunk, so that nobody else loads it: room-texts.ts.
 */
export const en = {
  shell,
  search,
  parts,
  trouble,
  live,
  figures,
  event,
  order,
};
