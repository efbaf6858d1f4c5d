import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { LANGUAGES, type Language } from '../values/language.ts';
import { readCatalogue } from './read-catalogue.ts';
import { writeTexts } from './write-texts.ts';

/** A value of a message that is put in as it is: numbers, dates and money have been written by `Intl` where that matters. */
export type Value = string | number;

/** The texts of a folder in every language, read when the program starts. Bundles have them written in instead. */
export function loadTexts(
  folder: string,
  languages: readonly Language[] = LANGUAGES,
): (language: Language) => unknown {
  const texts = new Map(
    languages.map((language) => [language, runInThisContext(writeFolder(folder, language))]),
  );
  // A newer program beside this one may have written down a language that this one doesn't know.
  return (language) => texts.get(language) ?? texts.get('en');
}

export function writeFolder(folder: string, language: Language): string {
  try {
    const own = readCatalogue(folder, language);
    return writeTexts(language, { english: readCatalogue(folder, 'en'), own });
  } catch (error) {
    throw new Error(`${path.join(folder, `${language}.json`)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
