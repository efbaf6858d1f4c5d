import { COUNTRIES, localeOf, type Country } from '../../money/countries.ts';
import { LANGUAGE } from './texts/person-mail-texts-in.ts';

/** In the host's own time, with the zone's name: owners may sit anywhere. */
export function formatMoment(at: string, country: Country | null): string {
  const timeZone = country ? COUNTRIES[country].timezone : 'UTC';
  const format = new Intl.DateTimeFormat(country ? localeOf(LANGUAGE, country) : LANGUAGE, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  });
  return format.format(new Date(at));
}
