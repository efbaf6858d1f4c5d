import type { EmbedError } from '../embed/server/embed-error-schema.ts';
import type { EntryAnswer } from './server/room-schemas.ts';
import type { EntryState, WaitingRoomState } from '../../../rules/waiting-room.ts';
import { callServer, CallFailed } from '../../shared/call-server.ts';
import type { JoinProblem, RoomData } from './contract.ts';
import type { Line } from './line.ts';
import { mustAskOwn } from './poll.ts';
import {
  entryIdIn,
  forgetPlace,
  newPlace,
  saveEmail,
  savePlace,
  type PlaceStorage,
  type SavedPlace,
} from './saved-place.ts';

/** All that the page knows. */
export type Room = {
  readonly data: RoomData;
  /** The token that an integrator's shop was given to show the place of its buyer. */
  readonly device: string | null;
  readonly storage: () => PlaceStorage;
  place: SavedPlace;
  state: WaitingRoomState | null;
  own: EntryState | null;
  askedAtMs: number;
  problem: JoinProblem | null;
  hasLeft: boolean;
  /** The buyer gives another address, or asks for another link. */
  isChangingEmail: boolean;
  trouble: 'offline' | 'slow' | null;
  failures: number;
  /** When the server said last how far the line is. */
  heardAtMs: number;
  /** The server's clock less this device's. */
  skewMs: number;
};

export const serverNowMs = ({ skewMs }: Room): number => Date.now() + skewMs;

export const lineOf = ({ state, own, problem, hasLeft, isChangingEmail, place }: Room): Line | null =>
  state && {
    state,
    own,
    problem,
    hasLeft,
    isChangingEmail,
    email: place.email,
    from: place.from ?? state.frontPlace,
  };

/**
 * One round: how far the line is, and the buyer's own place where that may have changed. False: the waiting room is gone, and so
 * nobody has to wait.
 */
export async function askRound(room: Room): Promise<boolean> {
  try {
    await askState(room);
    if (room.state?.phase === 'closed') return false;
    if (room.place.token === null) await joinUnlessAsked(room);
    else await askOwn(room);
    room.trouble = null;
    room.failures = 0;
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.code === 'not_found') return false;
    room.trouble = error.reason === 'offline' ? 'offline' : 'slow';
    room.failures += 1;
    return true;
  }
}

async function askState(room: Room): Promise<void> {
  const { answer } = await callServer<{ data: WaitingRoomState }>(`${room.data.path}/state`);
  room.state = answer.data;
  room.heardAtMs = Date.now();
  room.skewMs = Date.parse(answer.data.now) - room.heardAtMs;
  if (answer.data.seed === null && room.place.seedHash === null)
    keep(room, { seedHash: answer.data.seedHash });
}

/** Opening the page puts a buyer in line, unless the host wants an address first or the buyer has to decide something. */
async function joinUnlessAsked(room: Room): Promise<void> {
  if (room.state?.asksEmail || room.hasLeft || room.problem !== null) return;
  await join(room);
}

/** Gets in line. Sent twice, it is the same entry. Why it may not is in `problem`. */
export async function join(room: Room, email?: string): Promise<void> {
  room.problem = null;
  savePlace(room.storage, room.data.slug, room.place);
  try {
    const { answer } = await callServer<{ data: EntryAnswer }>(`${room.data.path}/entries`, {
      method: 'POST',
      body: {
        entry: room.place.id,
        language: document.documentElement.lang,
        ...(email === undefined ? {} : { email }),
        ...(room.device === null ? {} : { device: room.device }),
      },
    });
    const { token, ...own } = answer.data;
    room.hasLeft = false;
    // A shop's buyer may have been in line before this page was opened.
    keep(room, { token, id: entryIdIn(token), email: email ?? null });
    room.isChangingEmail = false;
    if (email !== undefined) saveEmail(room.storage, room.data.slug, email);
    takeOwn(room, own);
  } catch (error) {
    const problem = error instanceof CallFailed && (error.refusal as Partial<EmbedError> | null)?.joinProblem;
    if (!problem) throw error;
    room.problem = problem;
  }
}

async function askOwn(room: Room): Promise<void> {
  const { place, state, own, askedAtMs } = room;
  if (!state || !mustAskOwn(own, state, { askedAtMs, nowMs: Date.now() })) return;
  try {
    const { answer } = await callServer<{ data: EntryState }>(ownAddress(room));
    takeOwn(room, answer.data);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'not_found') throw error;
    // Of another room, or of nobody: the buyer starts over.
    forget(room);
    room.place = { ...newPlace(), seedHash: place.seedHash };
    await joinUnlessAsked(room);
  }
}

function takeOwn(room: Room, own: EntryState): void {
  room.own = own;
  room.askedAtMs = Date.now();
  if (own.place !== null && room.place.from === null) keep(room, { from: room.state?.frontPlace ?? 0 });
}

export async function leave(room: Room): Promise<void> {
  await callServer(ownAddress(room), { method: 'DELETE' });
  forget(room);
  room.hasLeft = true;
}

/** A new place, at the end of the line. */
export function startAnew(room: Room): void {
  forget(room);
  room.hasLeft = false;
}

const ownAddress = ({ data, place }: Room): string =>
  `${data.path}/entries/${encodeURIComponent(place.token ?? '')}`;

function keep(room: Room, change: Partial<SavedPlace>): void {
  room.place = { ...room.place, ...change };
  savePlace(room.storage, room.data.slug, room.place);
}

function forget(room: Room): void {
  forgetPlace(room.storage, room.data.slug);
  room.place = { ...newPlace(), seedHash: room.place.seedHash };
  room.own = null;
  room.problem = null;
  room.isChangingEmail = false;
}
