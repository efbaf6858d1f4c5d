import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

export type RoomSettings = {
  drawsAt: Date;
  /** How many are let in a minute, at most. */
  perMinute: number;
  /** How many may be choosing and paying at the same time. */
  mostInside: number;
  /** For how long one may begin a cart. */
  admissionMinutes: number;
  asksEmail: boolean;
};

type Whose = { hostId: string; eventId: string; actor: Actor };

/** From the commit on nobody holds tickets of the event without being let in. */
export function openRoom(
  _tx: Transaction,
  _input: Whose & { settings: RoomSettings; secretKeys: SecretKeys },
): Promise<void> {
  throw new Error('not there yet');
}

/** After the draw, when it is and whether it asks for an e-mail stay as they are: to change those is refused. */
export function changeRoom(_tx: Transaction, _input: Whose & { settings: RoomSettings }): Promise<void> {
  throw new Error('not there yet');
}

export function pauseRoom(_tx: Transaction, _input: Whose): Promise<void> {
  throw new Error('not there yet');
}

export function resumeRoom(_tx: Transaction, _input: Whose): Promise<void> {
  throw new Error('not there yet');
}

/** So many more than the rate would, with the next ticks; never more inside than there may be. */
export function letInNow(_tx: Transaction, _input: Whose & { count: number }): Promise<void> {
  throw new Error('not there yet');
}

export function closeRoom(_tx: Transaction, _input: Whose): Promise<void> {
  throw new Error('not there yet');
}
