import { Boolean, Integer, Object as Body, Optional } from 'typebox';
import { WallTimeText } from '../../../values/body-schema.ts';
import { WAITING_ROOM_LIMITS } from '../../../rules/waiting-room.ts';

const Within = ({ min, max }: { min: number; max: number }) => Integer({ minimum: min, maximum: max });

const SETTINGS = {
  /** On the event's clock. */
  drawsAt: WallTimeText(),
  perMinute: Within(WAITING_ROOM_LIMITS.perMinute),
  mostInside: Within(WAITING_ROOM_LIMITS.mostInside),
  admissionMinutes: Within(WAITING_ROOM_LIMITS.admissionMinutes),
  asksEmail: Boolean(),
};

export const OpenRoomBody = Body(SETTINGS, { additionalProperties: false });

/** Only the fields that change, so that a save does not undo another member's change. */
export const ChangeRoomBody = Body(
  {
    drawsAt: Optional(SETTINGS.drawsAt),
    perMinute: Optional(SETTINGS.perMinute),
    mostInside: Optional(SETTINGS.mostInside),
    admissionMinutes: Optional(SETTINGS.admissionMinutes),
    asksEmail: Optional(SETTINGS.asksEmail),
  },
  { additionalProperties: false },
);

export const LetInBody = Body({ count: Within(WAITING_ROOM_LIMITS.letIn) }, { additionalProperties: false });
