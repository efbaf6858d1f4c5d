import type { Theme } from '../../../rules/theme.ts';
import type { Language } from '../../../values/language.ts';
import type { Accent } from '../../shared/accent.ts';

/** The facts by which anybody can check the order; null where nothing is drawn. */
type ListFairness = { seedHash: string | null; drawPath: string | null; skipsPath: string | null };

type Ending =
  | 'closed'
  | 'full'
  | 'not_sold_out'
  | 'asked'
  | 'taken'
  | 'lapsed'
  | 'left'
  | 'skipped'
  | 'released'
  | 'gone';

/** The matter of the page: times and amounts are written out. */
export type ListView =
  | { about: 'join'; most: number; drawsAt: string | null; email: string; isEmailWrong: boolean }
  | { about: 'confirm'; quantity: number }
  | { about: 'waiting'; quantity: number; place: string | null; drawsAt: string | null }
  | { about: 'offered'; quantity: number; price: string; until: string; takePath: string }
  | { about: Ending };

/** The pages of a waiting list: forms that need no script. */
export type WaitingListPage = {
  language: Language;
  theme: Theme | null;
  accents: Record<Theme, Accent>;
  /** The look in the page's address, for the same page in another language. */
  query: string;
  eventName: string;
  hostName: string;
  ticketName: string;
  checkoutPath: string;
  /** The form by which people join. */
  listPath: string;
  fairness: ListFairness;
  view: ListView;
};
