// The dashboard runs this too: nothing here may need Node.

/** The default, unless the doors open earlier: functions/check_in_opens_at.sql. */
export const OPENS_MINUTES_BEFORE = 6 * 60;

/** Ten years before the start: at any time. The limit is that of the database. */
export const MAX_OPENS_MINUTES = 10 * 365 * 24 * 60;
