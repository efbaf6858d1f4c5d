import { commaOf } from '../../../values/comma.ts';
import { minutesUntilTurn, type EntryState, type WaitingRoomState } from '../../../rules/waiting-room.ts';
import { formatClock } from '../../shared/format-clock.ts';
import { formatMoment } from '../../shared/format-moment.ts';
import type { JoinProblem } from './contract.ts';
import type { Texts as Words } from './texts/script/texts.ts';

/** The views of the page, of which one is seen at a time. */
export const VIEWS = [
  'finding',
  'email',
  'confirm',
  'line_up',
  'waiting',
  'turn',
  'expired',
  'left',
  'full',
] as const;
export type View = (typeof VIEWS)[number];

/** How the buyer stands, as far as the page knows. */
export type Line = {
  state: WaitingRoomState;
  /** Null: in no line yet. */
  own: EntryState | null;
  problem: JoinProblem | null;
  hasLeft: boolean;
  /** The address that the link was sent to; null: not known, or another address is about to be given. */
  email: string | null;
  isChangingEmail: boolean;
  /** How far the line was when the buyer's place became known: from there the tiles are laid. */
  from: number;
};

/** How words, numbers and times are written here. */
export type Writing = { words: Words; locale: string; timezone: string };

/** The page's words about it. */
export type Shown = {
  view: View;
  /** The large one: the place, or the time until the draw. */
  figure: string;
  estimate: string;
  ahead: string;
  /** The place that the draw gave, or why it gave none. */
  drawn: string;
  inLine: string;
  /** Until when the buyer may choose. */
  until: string;
  /** Says where to look for the link. */
  sentTo: string;
  isPaused: boolean;
  /** Of `TILES`, how many are laid. */
  laid: number;
};

export const TILES = 24;
const A_DAY_SECONDS = 24 * 60 * 60;
// From here on nobody counts single minutes.
const ROUGH_MINUTES = 20;
const ROUGH_STEP = 5;
const MAX_MINUTES = 90;
// The waits, in minutes, that are worth a word when the line gets there.
const MILESTONES = [60, 30, 15, 5, 2];

export function viewOf({
  state,
  own,
  problem,
  hasLeft,
  isChangingEmail,
}: Omit<Line, 'from' | 'email'>): View {
  if (hasLeft) return 'left';
  if (own === null) return problem === 'full' ? 'full' : state.asksEmail ? 'email' : 'finding';
  if (own.admission) return 'turn';
  if (own.hasExpired) return 'expired';
  if (own.mustConfirm) return problem === 'full' ? 'full' : isChangingEmail ? 'email' : 'confirm';
  return own.place === null ? 'line_up' : 'waiting';
}

/** `nowMs` is the server's clock: a phone's own may be wrong. */
export function describeLine(line: Line, writing: Writing, nowMs: number): Shown {
  const { state, own } = line;
  const { words, locale } = writing;
  const view = viewOf(line);
  const write = (count: number): string => new Intl.NumberFormat(locale).format(count);
  const place = own?.place ?? 0;
  const now = Math.max(1, place - state.frontPlace);
  // The count is some seconds old, and its reader is in line already.
  const inLine = Math.max(own ? 1 : 0, state.inLine);
  return {
    view,
    figure: view === 'line_up' ? untilDraw(state, words, nowMs) : write(now),
    estimate: estimateOf(place, state, words),
    ahead: words.ahead({ count: now - 1, written: write(now - 1) }),
    drawn: own?.isEarly ? words.drawn({ place: write(place), count: write(state.earlyCount) }) : words.late,
    inLine: words.inLine({ count: inLine, written: write(inLine) }),
    until: own?.admission ? words.untilTurnEnds(timeOf(own.admission.until, writing)) : '',
    // This browser may no longer know the address.
    sentTo: line.email ? words.sentTo(line.email) : words.sent,
    isPaused: state.phase === 'paused',
    laid: tilesLaid(line),
  };
}

/** Days, and a clock on the last one. */
function untilDraw({ drawsAt }: WaitingRoomState, words: Words, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(drawsAt) - nowMs) / 1000));
  return seconds < A_DAY_SECONDS ? formatClock(seconds) : words.days(Math.floor(seconds / A_DAY_SECONDS));
}

function estimateOf(place: number, state: WaitingRoomState, words: Words): string {
  if (state.phase === 'paused') return words.estimate.paused;
  const minutes = minutesUntilTurn(place, state);
  if (minutes === null) return words.estimate.unknown;
  if (minutes <= 1) return words.estimate.soon;
  if (minutes <= ROUGH_MINUTES) return words.estimate.minutes(minutes);
  if (minutes > MAX_MINUTES) return words.estimate.hours(Math.round(minutes / 60));
  return words.estimate.minutes(Math.ceil(minutes / ROUGH_STEP) * ROUGH_STEP);
}

function tilesLaid({ state, own, from }: Line): number {
  const way = (own?.place ?? 0) - from;
  if (way <= 0) return 0;
  return Math.max(0, Math.min(TILES, Math.floor((TILES * (state.frontPlace - from)) / way)));
}

const timeOf = (instant: string, { locale, timezone }: Writing): string =>
  formatMoment(instant, { locale, timezone }).time;

/** A day and a time, on the clock of the event. */
export function momentOf(instant: string, where: Pick<Writing, 'locale' | 'timezone'>): string {
  const { date, time } = formatMoment(instant, where);
  return `${date}${commaOf(where.locale)}${time}`;
}

/** Read aloud when the line has come from `before` to here; null if nothing of weight has changed. */
export function tellChange(before: Line | null, line: Line, writing: Writing, shown: Shown): string | null {
  const { aloud } = writing.words;
  const { state } = line;
  const was = before && viewOf(before);
  if (shown.view !== was) {
    if (shown.view === 'confirm') return shown.sentTo;
    if (shown.view === 'line_up') return aloud.linedUp(momentOf(state.drawsAt, writing));
    if (shown.view === 'waiting') return aloud.place({ place: shown.figure, estimate: shown.estimate });
    return shown.view === 'turn' ? aloud.turn : null;
  }
  if (shown.view !== 'waiting') return null;
  if (state.phase !== before?.state.phase) return shown.isPaused ? aloud.paused : aloud.goesOn;
  return milestoneOf(line) > milestoneOf(before)
    ? aloud.place({ place: shown.figure, estimate: shown.estimate })
    : null;
}

const milestoneOf = ({ state, own }: Line): number => {
  const minutes = minutesUntilTurn(own?.place ?? 0, state);
  return minutes === null ? 0 : MILESTONES.filter((milestone) => minutes <= milestone).length;
};
