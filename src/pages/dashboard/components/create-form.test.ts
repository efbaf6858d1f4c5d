import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Object as Body, String } from 'typebox';
import { CallFailed } from '../../shared/call-server.ts';
import { readTexts } from '../texts/read-texts.ts';
import { createForm } from './create-form.ts';

const KeyBody = Body({ name: String({ minLength: 1, maxLength: 100, format: 'line' }) });
const texts = { name: 'Name', nameHint: 'Only you see it.' };

function start(send: (body: unknown, before: unknown) => Promise<unknown>) {
  const form = createForm('form', readTexts('en'));
  form.use({ schema: KeyBody, texts, initial: { name: 'Shop' }, send });
  return form;
}

/** Sends the form, and waits until it is no longer busy. */
async function submit(form: ReturnType<typeof createForm>): Promise<void> {
  const isDone = new Promise<void>((resolve) => {
    let wasBusy = false;
    form.isBusy.subscribe((isBusy) => {
      if (wasBusy && !isBusy) resolve();
      wasBusy = isBusy;
    });
  });
  form.submit();
  await isDone;
}

test('a field takes its label and hint from the texts, and its limit from the schema', () => {
  const form = start(async () => undefined);
  assert.deepEqual(form.about('name'), {
    label: 'Name',
    hint: 'Only you see it.',
    maxLength: 100,
    minimum: undefined,
    maximum: undefined,
  });
});

test('a form sends the body with what was there before, and has then nothing to lose', async () => {
  const sent: unknown[] = [];
  const form = start(async (...all) => sent.push(all));
  form.set('name', ' Our shop ');
  assert.equal(form.isDirty(), true);
  await submit(form);
  assert.deepEqual(sent, [[{ name: 'Our shop' }, { name: 'Shop' }]]);
  assert.equal(form.isDirty(), false);
});

test('a refusal about no field stands above the form, and what was typed is still to be saved', async () => {
  const form = start(async () => {
    throw new CallFailed('refused', {
      status: 409,
      error_code: 'wrong_state',
      message: 'There are too many.',
    });
  });
  form.set('name', 'Our shop');
  await submit(form);
  assert.deepEqual(
    [form.trouble.value, form.values.value, form.isDirty()],
    ['There are too many.', { name: 'Our shop' }, true],
  );
});

test('a click that falls on a field while the form is sent does not hold back the next page', async () => {
  const dirty: boolean[] = [];
  const form = start(async () => {
    form.set('name', 'Clicked twice');
    dirty.push(form.isDirty());
  });
  form.set('name', 'Our shop');
  await submit(form);
  assert.deepEqual([dirty, form.isDirty()], [[false], true], 'what changed meanwhile is still to be saved');
});

test('a field’s own rule is checked like those of the schema, and again with every change', async () => {
  const sent: unknown[] = [];
  const form = start(async (body) => sent.push(body));
  form.checks.set('name', () =>
    form.values.value['name'] === 'Old shop' ? 'Choose another name.' : undefined,
  );
  form.set('name', 'Old shop');
  form.check('name');
  assert.deepEqual(form.errors.value, { name: 'Choose another name.' });
  form.set('name', 'New shop');
  assert.deepEqual(form.errors.value, {});
  form.set('name', 'Old shop');
  form.check('name');
  assert.deepEqual(form.errors.value, { name: 'Choose another name.' });
});
