import { event } from './en/event.ts';
import { figures } from './en/figures.ts';
import { home } from './en/home.ts';
import { live } from './en/live.ts';
import { order } from './en/order.ts';
import { parts } from './en/parts.ts';
import { search } from './en/search.ts';
import { shell } from './en/shell.ts';
import { trouble } from './en/trouble.ts';

/**
 * What the shell, the parts and some of the host's rooms say, by who says it. Plain words, short sentences. Other rooms have their
 * texts with their own chunk, so that nobody else loads them: room-texts.ts.
 */
export const en = {
  shell,
  search,
  parts,
  trouble,
  live,
  figures,
  home,
  event,
  order,
};
