import { event } from './en/event.ts';
import { figures } from './en/figures.ts';
import { live } from './en/live.ts';
import { order } from './en/order.ts';
import { parts } from './en/parts.ts';
import { search } from './en/search.ts';
import { shell } from './en/shell.ts';
import { trouble } from './en/trouble.ts';

/**
 * Texts of the shell, of components, and of several pages. Use plain words and short sentences. A page's own texts come with its
 * chunk, so that no other page loads them: page-texts.ts.
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
