import type { NamedCountry } from '../components/name-country.ts';

/** The countries of a new host, and the reason why the person can't create one; null: they can. */
export type NewHostView = { obstacle: string | null; countries: NamedCountry[] };
