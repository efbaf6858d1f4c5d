import type { Country } from '../../../../money/countries.ts';

/** The names that each country gives to its regions. */
const places = {
  NIGERIA: { state: 'State', lga: 'Local government area', stateSample: 'Lagos', lgaSample: 'Eti-Osa' },
  GHANA: {
    state: 'Region',
    lga: 'District',
    stateSample: 'Greater Accra',
    lgaSample: 'Accra Metropolitan',
  },
  SOUTH_AFRICA: {
    state: 'Province',
    lga: 'Municipality',
    stateSample: 'Gauteng',
    lgaSample: 'Johannesburg',
  },
} satisfies Record<Country, object>;

/** The fields of an event, when you make it and when you change it. */
export const eventFields = {
  what: 'About',
  name: 'Name',
  category: 'Category',
  when: 'When',
  startsAt: 'Starts',
  closesAt: 'Ends',
  closesAtHint: 'Sales stop when the event ends.',
  doorsMinutes: 'Doors open, minutes before the start',
  doorsMinutesHint: 'e.g. 60. Buyers see the door time. It moves with the start.',
  where: 'Where',
  places,
  isOnline: 'Online event',
  isOnlineHint: 'It has no place. Say how to join under Details: only ticket holders see it.',
  venue: 'Venue',
  street: 'Street',
};
