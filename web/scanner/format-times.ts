import type { Language } from '../../src/values/language.ts';

export type Times = {
  /** Of today: what a clock says. */
  clock(moment: Date | string): string;
  /** With its day. */
  day(moment: Date | string): string;
};

/** Times as the event's own clock says them, whatever the phone's is set to. */
export function formatTimes(language: Language, timeZone: string): Times {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    clock: (moment) => clock.format(new Date(moment)),
    day: (moment) => day.format(new Date(moment)),
  };
}
