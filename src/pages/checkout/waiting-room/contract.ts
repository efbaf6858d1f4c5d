import type { Accent } from '../../shared/accent.ts';
import type { PictureSources } from '../../../media/picture-sources.ts';
import type { Language } from '../../../values/language.ts';
import type { Theme } from '../../../rules/theme.ts';
import type { EntryState, WaitingRoomState } from '../../../rules/waiting-room.ts';
import type { HostToAsk } from '../../contract.ts';

/** Data of both pages of a waiting room. */
type WaitingRoomLayout = {
  language: Language;
  /** For `Intl`. */
  locale: string;
  theme: Theme | null;
  accents: Record<Theme, Accent>;
  /** The look in the page's address, for the same page in another language. */
  query: string;
  /** The waiting room's address: `…/checkout/<slug>/room`. */
  path: string;
  eventName: string;
  hostName: string;
  timezone: string;
};

/**
 * The waiting room, the same for all who open it: the script finds out who somebody is. `entry` is for browsers without one, which
 * load the page again and again.
 */
export type WaitingRoomPage = WaitingRoomLayout & {
  slug: string;
  /** As it was when the page was made. */
  state: WaitingRoomState;
  /** The addresses of the tickets, for people who are let in: the checkout, and the event's own page. */
  checkoutPath: string;
  eventAddress: string;
  startsAt: string;
  poster: (PictureSources & { ratio: number }) | null;
  ask: HostToAsk;
  entry: EntryState | null;
  /** Why a form that was sent without a script did not put its sender in line. */
  problem: JoinProblem | null;
};

/** Why somebody is not in line: the address is not an address, or comes from a network with too many. */
export type JoinProblem = 'email_wrong' | 'full';

/** Opened by a mailed link: a button that confirms the address, and the result. */
export type ConfirmPage = WaitingRoomLayout & {
  about: 'ask' | 'in_line' | 'in_line_late' | 'email_known' | 'replaced' | 'gone' | 'closed';
};

/** How the draw was made, and how anybody can check it. */
export type FairnessPage = WaitingRoomLayout & {
  slug: string;
  /** In hex. */
  seedHash: string;
  /** Null until the draw. */
  seed: string | null;
  /** Null once it is over, and the room is closed. */
  drawsAt: string | null;
  /** How many were drawn. */
  count: number;
};

/** For the script of the room. */
export type RoomData = Pick<
  WaitingRoomPage,
  'slug' | 'path' | 'locale' | 'timezone' | 'eventName' | 'checkoutPath' | 'eventAddress'
>;

/** For the script that checks the draw. */
export type FairnessData = Pick<FairnessPage, 'slug' | 'path' | 'locale'>;
