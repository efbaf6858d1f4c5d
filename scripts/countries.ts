import { writeFileSync } from 'node:fs';
import {
  CLIENT_FILE,
  COUNTRIES_FILE,
  DECIMALS_FILE,
  makeClientCountries,
  makeCountries,
  makeDecimals,
} from './make-countries.ts';

const countries = makeCountries();
writeFileSync(COUNTRIES_FILE, countries);
writeFileSync(CLIENT_FILE, makeClientCountries(countries));
writeFileSync(DECIMALS_FILE, makeDecimals());
