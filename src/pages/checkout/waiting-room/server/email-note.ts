import type { Language } from '../../../../values/language.ts';
import type { WaitingRoomCheck } from './check-must-wait.ts';

const NOTES: Record<Language, string> = {
  en: 'Use the e-mail address that you gave in the waiting room.',
  fr: 'Utilisez l’adresse e-mail que vous avez donnée dans la salle d’attente.',
};

/** Shown to a buyer who orders with another address than they lined up with; null if the waiting room asks for none. */
export async function emailNoteFor(
  rooms: WaitingRoomCheck,
  { eventId }: { eventId: string },
  language: Language,
): Promise<string | null> {
  if (!rooms.mayHaveRoom(eventId)) return null;
  return (await rooms.find(eventId))?.asksEmail ? NOTES[language] : null;
}
