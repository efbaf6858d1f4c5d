import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { invalidField, Refusal } from '../../../refusal.ts';
import { DASHBOARD_LANGUAGES } from '../../../values/language.ts';
import { textsIn as sentencesIn } from './refusals/sentences/texts.ts';
import { tellHost } from './tell-host.ts';

const SRC = path.join(import.meta.dirname, '../../..');

/** Everything that stands in quotes in the program. Values are `#`. */
function literals(): Set<string> {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(path.join(SRC, file), 'utf8').matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].map(
        ([, plain, template = '']) => plain ?? template.replaceAll(/\$\{[^}]*\}/g, '#'),
      ),
    ),
  );
}

test('every sentence that is translated is one that the program says', () => {
  const said = literals();
  for (const [key, english] of Object.entries(sentencesIn('en'))) {
    const message = typeof english === 'string' ? english : english('#');
    // Those about a field begin with its name, which is not in the same quotes.
    assert.ok(said.has(message) || said.has(message.slice(message.indexOf(' ') + 1)), `${key}: ${message}`);
  }
});

test('a refusal about a field, or about the whole, is told in the member’s language, with its value', () => {
  const taken = invalidField('slug', 'belongs to another event: choose another.');
  const full = new Refusal('validation_failed', 'An event can have at most 20 questions.');
  const other = invalidField('slug', 'is like no other.');
  assert.equal(tellHost(taken, null, 'en'), 'This address belongs to another event: choose another.');
  assert.equal(
    tellHost(taken, null, 'fr'),
    'Cette adresse est celle d’un autre événement : choisissez-en une autre.',
  );
  assert.equal(tellHost(full, null, 'pt'), 'Um evento pode ter no máximo 20 perguntas.');
  for (const language of DASHBOARD_LANGUAGES)
    assert.equal(tellHost(other, null, language), 'This address is like no other.');
  // One of several fields, or of several rows.
  const named = invalidField('taxRates[1].name', 'must be a name that no other rate has.');
  assert.equal(tellHost(named, null, 'fr'), 'Un autre taux a déjà ce nom.');
});
