import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeTexts } from '../src/languages/describe-texts.ts';
import { writeFolder } from '../src/languages/load-texts.ts';
import { readCatalogue } from '../src/languages/read-catalogue.ts';
import type { Message } from '../src/languages/write-texts.ts';
import type { Language } from '../src/values/language.ts';

const SRC = path.join(import.meta.dirname, '../src');

/** The folders of texts: each has a file for every language, and `texts.ts`, which this script writes. */
export const findFolders = (): string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'en.json')
    .map((name) => path.join(SRC, path.dirname(name)))
    .sort();

/** The module that callers import, with the type of its texts. */
export function writeModule(folder: string): string {
  const types = describeTexts(readCatalogue(folder, 'en'));
  const importOf = (file: string): string =>
    path.relative(folder, path.join(SRC, file)).replaceAll(path.sep, '/');
  const imported = /\bValue\b/.test(types) ? 'loadTexts, type Value' : 'loadTexts';
  return `// \`npm run texts\` writes this file after en.json.
import { ${imported} } from '${importOf('languages/load-texts.ts')}';
import type { Language } from '${importOf('values/language.ts')}';

${types}

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
`;
}

/** The keys of English that the language lacks. */
export function missingIn(language: string, folder: string): string[] {
  return keysMissing(readCatalogue(folder, 'en'), readCatalogue(folder, language), '');
}

function keysMissing(english: Message, own: Message | undefined, key: string): string[] {
  if (typeof english === 'string') return own === undefined ? [key] : [];
  return Object.entries(english).flatMap(([name, message]) =>
    keysMissing(
      message,
      (own as Record<string, Message> | undefined)?.[name],
      key === '' ? name : `${key}.${name}`,
    ),
  );
}

/** The keys of the language that English lacks: nobody reads those. */
export function unknownIn(language: string, folder: string): string[] {
  return keysMissing(readCatalogue(folder, language), readCatalogue(folder, 'en'), '');
}

/** Every language that somebody has begun. */
export const findLanguages = (folders: string[]): string[] =>
  [
    ...new Set(
      folders.flatMap((folder) =>
        readdirSync(folder).flatMap((name) => /^([a-z]{2,3}(?:-[A-Z]{2})?)\.json$/.exec(name)?.[1] ?? []),
      ),
    ),
  ].sort();

function main(): void {
  const folders = findFolders();
  for (const folder of folders) writeFileSync(path.join(folder, 'texts.ts'), writeModule(folder));
  const languages = findLanguages(folders);
  for (const language of languages) {
    const lines = folders.flatMap((folder) => {
      writeFolder(folder, language as Language);
      const name = path.relative(path.dirname(SRC), path.join(folder, `${language}.json`));
      return [
        ...missingIn(language, folder).map((key) => `  ${name}: ${key} is missing`),
        ...unknownIn(language, folder).map((key) => `  ${name}: ${key} is not in English`),
      ];
    });
    process.stdout.write(
      `${language}: ${lines.length === 0 ? 'nothing is missing' : `\n${lines.join('\n')}`}\n`,
    );
  }
}

if (import.meta.main) main();
