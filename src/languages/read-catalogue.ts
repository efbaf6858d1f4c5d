import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue } from './write-texts.ts';

/** A page's messages in a language; none where nobody has begun to translate it. */
export function readCatalogue(folder: string, language: string): Catalogue {
  const file = path.join(folder, `${language}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}
