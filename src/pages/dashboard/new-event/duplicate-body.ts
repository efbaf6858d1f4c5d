import { Object as Body, String } from 'typebox';
import { WallTimeText } from '../../../values/body-schema.ts';
import { EventName } from './new-event-body.ts';

/** A copy of an event: its name, and when it begins on the clock of the event's place. `copyId` is what the page was given. */
export const DuplicateBody = Body(
  { copyId: String({ format: 'uuid' }), name: EventName, startsAt: WallTimeText() },
  { additionalProperties: false },
);
