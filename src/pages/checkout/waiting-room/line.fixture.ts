import type { EntryState, WaitingRoomState } from '../../../rules/waiting-room.ts';
import type { Line } from './line.ts';
import { textsIn } from './texts/script/texts.ts';

export const DRAWS_AT = '2027-03-05T18:00:00.000Z';
export const WRITING = { words: textsIn('en'), locale: 'en-NG', timezone: 'Africa/Lagos' };

export const makeState = (changes: Partial<WaitingRoomState> = {}): WaitingRoomState => ({
  phase: 'letting_in',
  now: '2027-03-05T18:05:00.000Z',
  drawsAt: DRAWS_AT,
  seedHash: 'a'.repeat(64),
  seed: 'b'.repeat(64),
  asksEmail: false,
  inLine: 1_500,
  earlyCount: 2_000,
  frontPlace: 500,
  perMinute: 100,
  freeInside: 100_000,
  perMinuteWhenFull: 100,
  pollSeconds: 4,
  ...changes,
});

export const makeEntry = (changes: Partial<EntryState> = {}): EntryState => ({
  entry: '6f1d1c2e-0000-4000-8000-000000000001',
  place: 1_704,
  isEarly: true,
  mustConfirm: false,
  admission: null,
  hasExpired: false,
  ...changes,
});

export const makeLine = (changes: Partial<Line> = {}): Line => ({
  state: makeState(),
  own: makeEntry(),
  problem: null,
  hasLeft: false,
  email: null,
  isChangingEmail: false,
  from: 0,
  ...changes,
});
