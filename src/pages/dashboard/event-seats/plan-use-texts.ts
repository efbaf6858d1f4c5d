import { nameSeat } from '../../../rules/seat-name.ts';
import { pageTexts } from '../texts/page-texts.ts';
import type { NamedSeat } from './data.ts';

// Texts of the preview of a plan, loaded with it.

const number = (count: number): string => count.toLocaleString('en');
const seats = (count: number): string => (count === 1 ? '1 seat' : `${number(count)} seats`);

const some = (named: readonly NamedSeat[], count: number): string => {
  const listed = named.map(({ section, rowLabel, seatLabel }) =>
    nameSeat({ section, row: rowLabel, seat: seatLabel }, 'en'),
  );
  const more = count - listed.length;
  return `${listed.join('; ')}${more > 0 ? `; and ${number(more)} more` : ''}.`;
};

const en = {
  categories: 'Sold as',
  soldAs: (name: string, places: number, kind: 'SEATED' | 'GENERAL') =>
    `${name} (${kind === 'SEATED' ? seats(places) : `standing, ${number(places)}`})`,
  newType: (name: string) => `New ticket type “${name}”`,
  details: 'Ticket types, and a preview of the hall',
  added: (seatNames: readonly NamedSeat[], count: number) => `New: ${some(seatNames, count)}`,
  changed: (seatNames: readonly NamedSeat[], count: number) => `Changed: ${some(seatNames, count)}`,
  removed: (seatNames: readonly NamedSeat[], count: number) => `Removed: ${some(seatNames, count)}`,
};

export const usePlanUseTexts = pageTexts({ en, fr: en });
