import { isOrderReference } from '../../../../orders/order-reference.ts';
import type { WaitingRooms } from '../../../../waiting-room/waiting-rooms.ts';
import type { EmbedEvent } from '../../embed/server/find-event.ts';

// No admission of ours is longer.
const MAX_ADMISSION_CHARACTERS = 200;

/** Finds out whether somebody has to wait. */
export type WaitingRoomCheck = Pick<WaitingRooms, 'mayHaveRoom' | 'find' | 'mayEnter'>;

/**
 * Whether who opens this address has to line up before there is anything to buy. Not who comes back from paying, or loads the last step
 * again: what they have, they have.
 */
export async function mustWait(
  rooms: WaitingRoomCheck,
  { eventId, previewToken }: Pick<EmbedEvent, 'eventId' | 'previewToken'>,
  query: URLSearchParams,
): Promise<boolean> {
  if (previewToken !== null || !rooms.mayHaveRoom(eventId) || !(await rooms.find(eventId))) return false;
  if (isOrderReference(query.get('reference') ?? '')) return false;
  const admission = query.get('admission') ?? '';
  if (admission === '' || admission.length > MAX_ADMISSION_CHARACTERS) return true;
  return !(await rooms.mayEnter(eventId, admission));
}
