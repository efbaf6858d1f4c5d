import { audit } from './en/audit.ts';
import { event } from './en/event.ts';
import { figures } from './en/figures.ts';
import { home } from './en/home.ts';
import { keys } from './en/keys.ts';
import { live } from './en/live.ts';
import { me } from './en/me.ts';
import { order } from './en/order.ts';
import { parts } from './en/parts.ts';
import { paymentAccounts } from './en/payment-accounts.ts';
import { search } from './en/search.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { team } from './en/team.ts';
import { trouble } from './en/trouble.ts';

/**
 * What the shell, the parts and the host's first rooms say, by who says it. Plain words, short sentences. A room of an event has its
 * texts in its own folder, so that they come with its chunk: room-texts.ts.
 */
export const en = {
  shell,
  search,
  parts,
  trouble,
  live,
  figures,
  home,
  keys,
  paymentAccounts,
  team,
  settings,
  audit,
  me,
  event,
  order,
};
