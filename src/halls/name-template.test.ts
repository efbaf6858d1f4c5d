import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTemplate, TEMPLATE_IDS } from '../seating-plans/templates/templates.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { nameTemplate } from './name-template.ts';
import { textsIn } from './template-names/texts.ts';

const namesOf = ({ categories, sections, objects }: SeatingPlan): string[] => [
  ...[...categories, ...sections].map(({ name }) => name),
  ...objects.flatMap((one) => (one.type === 'stage' ? [one.label] : [])),
];

test('a template’s names are in the language of the member who starts from it', () => {
  const cabaret = nameTemplate(findTemplate('cabaret'), 'fr');
  assert.deepEqual(
    cabaret.categories.map(({ name }) => name),
    ['Tables de devant', 'Tables de derrière', 'Tabourets de bar'],
  );
  assert.ok(namesOf(nameTemplate(findTemplate('arena'), 'es')).includes('Bloque 3'));
  for (const templateId of TEMPLATE_IDS)
    assert.deepEqual(nameTemplate(findTemplate(templateId), 'en'), findTemplate(templateId), templateId);
});

test('every name of a template can be translated', () => {
  const known = new Set<unknown>(Object.values(textsIn('en')));
  for (const templateId of TEMPLATE_IDS)
    for (const name of namesOf(findTemplate(templateId)))
      assert.ok(known.has(name) || /^Block \d+$/.test(name), `${templateId}: ${name}`);
});
