// The embed's page runs this too: nothing here may need Node.

/** A time as `Intl` writes it, where the zone is Greenwich's: French calls it “UTC+0”, which nobody in Accra says. */
export const withGmt = (time: string): string => time.replace(/UTC\+0$/, 'GMT');
