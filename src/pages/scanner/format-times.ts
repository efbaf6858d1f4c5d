import type { Language } from '../../values/language.ts';

export type Times = {
  /** Of today: what a clock says. */
  clock(moment: Date | string): string;
  /** With its day. */
  day(moment: Date | string): string;
  isSameDay(one: Date | string, other: Date | string): boolean;
};

/** Times as the event's own clock says them, whatever the phone's is set to. */
export function formatTimes(language: Language, timeZone: string): Times {
  // The phone's own country, where it speaks the language of the page: half of the English count to twelve.
  const locale = navigator.languages.find((one) => one.startsWith(language) && isKnown(one)) ?? language;
  // As everywhere: a phone in Arabic may have other figures.
  const own = { numberingSystem: 'latn', timeZone };
  const clock = new Intl.DateTimeFormat(locale, { ...own, timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { ...own, dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  return {
    clock: (moment) => clock.format(new Date(moment)),
    day: (moment) => day.format(new Date(moment)),
    isSameDay: (one, other) => date.format(new Date(one)) === date.format(new Date(other)),
  };
}

/** Some browsers name a language in a way that they themselves refuse: `en-US@posix`. */
function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
