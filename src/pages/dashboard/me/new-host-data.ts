import type { CountryChoice } from '../../../money/countries.ts';

/** The countries of a new host, and the reason why the person can't create one; null: they can. */
export type NewHostView = { obstacle: string | null; countries: CountryChoice[] };
