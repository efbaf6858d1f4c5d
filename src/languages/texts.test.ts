import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { findFolders, findLanguages, missingIn, unknownIn, writeModule } from '../../scripts/texts.ts';
import { assertFrenchSpacing } from '../values/french-spacing.fixture.ts';
import { DASHBOARD_LANGUAGES, LANGUAGES, type Language } from '../values/language.ts';
import { loadTexts } from './load-texts.ts';
import { parseMessage, valuesOf, type Part } from './parse-message.ts';
import { readCatalogue } from './read-catalogue.ts';
import type { Message } from './write-texts.ts';

const folders = findFolders();
const nameOf = (folder: string): string => path.relative(path.join(import.meta.dirname, '..'), folder);

const messagesIn = (message: Message, key = ''): [key: string, message: string][] =>
  typeof message === 'string'
    ? [[key, message]]
    : Object.entries(message).flatMap(([name, inside]) => messagesIn(inside, `${key}.${name}`));

const allIn = (language: string): [key: string, message: string][] =>
  folders.flatMap((folder) => messagesIn(readCatalogue(folder, language), nameOf(folder)));

/** Every way in which a message may be read, with `<name>` for its values. */
function readings(parts: Part[]): string[] {
  return parts.reduce<string[]>(
    (all, part) => {
      const next =
        typeof part === 'string'
          ? [part]
          : 'cases' in part
            ? part.cases.flatMap(([, inside]) => readings(inside))
            : [`<${part.value}>`];
      return all.flatMap((before) => next.map((after) => before + after));
    },
    [''],
  );
}

test('every page’s module is as `npm run texts` writes it', () => {
  assert.ok(folders.length >= 15, `${folders.length} folders`);
  for (const folder of folders)
    assert.equal(readFileSync(path.join(folder, 'texts.ts'), 'utf8'), writeModule(folder), nameOf(folder));
});

test('French says everything that English says, and no language says anything else', () => {
  for (const folder of folders) {
    assert.deepEqual(missingIn('fr', folder), [], nameOf(folder));
    for (const language of findLanguages(folders))
      assert.deepEqual(unknownIn(language, folder), [], `${nameOf(folder)} ${language}`);
  }
});

test('every language is loaded, and every message of it has values that English has', () => {
  for (const folder of folders)
    for (const language of findLanguages(folders)) loadTexts(folder, [language as Language]);
});

// The state that an event for sale has goes without saying.
const MAY_BE_EMPTY = /\.(on_sale|about)$/;

test('no message is empty, nor has a space too many', () => {
  for (const language of findLanguages(folders)) {
    for (const [key, message] of allIn(language)) {
      for (const said of readings(parseMessage(message))) {
        if (!MAY_BE_EMPTY.test(key)) assert.match(said, /\S/, `${language} ${key}`);
        assert.doesNotMatch(said, /[ \u00a0]{2}(?!<)|^\s|\s$/, `${language} ${key}`);
      }
    }
  }
});

test('a plural says its number wherever one form stands for several', () => {
  for (const language of findLanguages(folders)) {
    const rules = new Intl.PluralRules(language);
    const isOneAlone = (name: string): boolean =>
      Array.from({ length: 200 }, (_, count) => count).filter((count) => rules.select(count) === name)
        .length === 1;
    for (const [key, message] of allIn(language)) {
      for (const part of parseMessage(message)) {
        if (typeof part === 'string' || !('cases' in part) || part.kind !== 'plural') continue;
        for (const [name, inside] of part.cases) {
          if (name.startsWith('=') || isOneAlone(name)) continue;
          assert.ok(
            ['zero', 'one', 'two', 'few', 'many', 'other'].includes(name),
            `${language} ${key}: ${name}`,
          );
          if (name === 'other') continue;
          assert.ok(
            valuesOf(inside).some((value) => value === part.value || value === 'written') ||
              saysNoNumber(part),
            `${language} ${key}: ${name} is more numbers than one`,
          );
        }
      }
    }
  }
});

/** Only the words around follow the number: “the ticket”, “the tickets”. */
const saysNoNumber = (part: Extract<Part, { kind: string }>): boolean =>
  part.cases.every(([, inside]) => !valuesOf(inside).includes(part.value));

test('the texts in French have no-break spaces where French has spaces before signs', () => {
  for (const [key, message] of allIn('fr'))
    for (const said of readings(parseMessage(message))) assertFrenchSpacing(said, key);
});

const isOfMembers = (folder: string): boolean => /[/\\](dashboard|people|halls)[/\\]/.test(folder);

test('a language that is offered has a file of every page', () => {
  for (const folder of folders)
    for (const language of isOfMembers(folder) ? DASHBOARD_LANGUAGES : LANGUAGES)
      assert.notDeepEqual(readCatalogue(folder, language), {}, `${language} of ${nameOf(folder)}`);
});
