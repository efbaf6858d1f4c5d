import { COUNTRIES, type Country } from '../money/countries.ts';

/** The level of the address that an event with a place must have and lacks: the widest that its country knows. Null: none is missing. */
export function missingLevel(
  country: Country,
  { state, lga }: { state: string; lga: string },
): 'state' | 'lga' | null {
  const { levels } = COUNTRIES[country];
  if (levels.state !== null) return state === '' ? 'state' : null;
  return levels.lga !== null && lga === '' ? 'lga' : null;
}
