import type { Language } from '../../../../values/language.ts';
import { textsIn } from '../texts/texts.ts';
import type { WaitingRoomCheck } from './check-must-wait.ts';

/** Shown to a buyer who orders with another address than they lined up with; null if the waiting room asks for none. */
export async function emailNoteFor(
  rooms: WaitingRoomCheck,
  { eventId }: { eventId: string },
  language: Language,
): Promise<string | null> {
  if (!rooms.mayHaveRoom(eventId)) return null;
  return (await rooms.find(eventId))?.asksEmail ? textsIn(language).emailNote : null;
}
