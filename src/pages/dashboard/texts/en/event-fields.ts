import type { AddressLevel } from '../../../../rules/address-levels.ts';

/** The levels of an address, by the words of the country. */
const levels: Record<AddressLevel, string> = {
  area: 'Area',
  city: 'City',
  county: 'County',
  department: 'Department',
  district: 'District',
  do_si: 'Province or city',
  emirate: 'Emirate',
  island: 'Island',
  local_government_area: 'Local government area',
  municipality: 'Municipality',
  oblast: 'Oblast',
  parish: 'Parish',
  post_town: 'Town',
  prefecture: 'Prefecture',
  province: 'Province',
  region: 'Region',
  state: 'State',
  suburb: 'Suburb',
};

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
  levels,
  /** The labels of the two fields, for messages about them. */
  labelsOf: ({ state, lga }: Record<'state' | 'lga', AddressLevel | null>) => ({
    ...(state !== null && { state: levels[state] }),
    ...(lga !== null && { lga: levels[lga] }),
  }),
  isOnline: 'Online event',
  isOnlineHint: 'It has no place. Say how to join under Details: only ticket holders see it.',
  venue: 'Venue',
  street: 'Street',
};
