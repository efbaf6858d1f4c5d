import type { ShownMessage } from './data.ts';
import type { MessageTexts } from './texts.ts';

/** The recipients of a message, in a few words. */
export const whomOf = (texts: MessageTexts, message: ShownMessage): string =>
  texts.whom({ ...message, types: message.ticketTypes.map(({ name }) => name) });

export const TONES = { gathering: 'waiting', sending: 'waiting', stopped: 'bad', sent: 'good' } as const;
