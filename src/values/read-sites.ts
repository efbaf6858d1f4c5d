import { invalidField, Refusal } from '../refusal.ts';
import { MAX_SITE_CHARACTERS, MAX_SITES, readSite } from './site-origin.ts';

/** The sites as browsers compare them, each once. */
export function readSites(field: string, typed: string[]): string[] {
  const read = [...new Set(typed.map((one) => readOne(field, one)))];
  if (read.length === 0 || read.length > MAX_SITES)
    throw invalidField(field, `must be 1 to ${MAX_SITES} sites.`);
  return read;
}

function readOne(field: string, typed: string): string {
  const site = readSite(typed);
  if (site !== null) return site;
  throw new Refusal(
    'validation_failed',
    `${JSON.stringify(typed.slice(0, MAX_SITE_CHARACTERS))} is not a site: write it as https://shop.example, without a path, a user name or a *.`,
    { field },
  );
}
