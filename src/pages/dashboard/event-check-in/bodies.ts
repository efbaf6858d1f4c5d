import { Array as List, Boolean, Integer, Object as Body, Optional, String } from 'typebox';
import { Nullable, WallTimeText } from '../../../values/body-schema.ts';
import { MAX_OPENS_MINUTES } from '../../../rules/check-in-hours.ts';

// The database has the same limits.
const MAX_NAME_CHARACTERS = 60;
const MAX_TICKET_TYPES = 200;

const Name = () => String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS, format: 'line' });
const Version = () => Integer({ minimum: 1, maximum: 2_147_483_646 });
const DOOR = {
  name: Name(),
  /** None: every ticket type. */
  ticketTypeIds: List(String({ format: 'uuid' }), { maxItems: MAX_TICKET_TYPES, uniqueItems: true }),
};

export const DoorBody = Body(DOOR, { additionalProperties: false });

export const ChangeDoorBody = Body({ ...DOOR, version: Version() }, { additionalProperties: false });

export const DeviceBody = Body(
  {
    name: Name(),
    maySearch: Boolean(),
    /** In the event's time zone. Null: half a day after the event. */
    endsAt: Nullable(WallTimeText()),
  },
  { additionalProperties: false },
);

/** More phones than one door ever has. A member who needs more makes a second sheet. */
const MAX_SHEET_PHONES = 50;
/** Long enough for a sheet that is printed at the office, short enough for one that is lost. */
const MAX_LINK_HOURS = 72;
// A number comes behind it.
const MAX_SHEET_NAME_CHARACTERS = 50;

export const DeviceSheetBody = Body(
  {
    name: String({ minLength: 1, maxLength: MAX_SHEET_NAME_CHARACTERS, format: 'line' }),
    count: Integer({ minimum: 1, maximum: MAX_SHEET_PHONES }),
    linkHours: Integer({ minimum: 1, maximum: MAX_LINK_HOURS }),
  },
  { additionalProperties: false },
);

export const ChangeDeviceBody = Body({ maySearch: Boolean() }, { additionalProperties: false });

/** `until`: the last scan on the page. */
export const LateScansBody = Body(
  { until: Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
  { additionalProperties: false },
);

/** A missing field stays unchanged. */
export const RulesBody = Body(
  {
    allowsReentry: Optional(Boolean()),
    /** Null: six hours before the start, or when the doors open. */
    opensMinutesBefore: Optional(Nullable(Integer({ minimum: 0, maximum: MAX_OPENS_MINUTES }))),
    opensNow: Optional(Boolean()),
  },
  { additionalProperties: false },
);
