import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvoiceDraft, EMPTY_INVOICE } from './invoices.ts';

const GOOD = {
  ...EMPTY_INVOICE,
  line1: 'Unter den Linden 1',
  postalCode: '10117',
  city: 'Berlin',
  countryCode: 'DE',
};

test('signs that turn the writing around, or that nobody sees, are left out', () => {
  const { draft, problems } = checkInvoiceDraft({
    ...GOOD,
    company: ' \u202Egnitekrram\u202C \u2066Ltd\u2069\u200B ',
    city: '\u200EBerlin\uFEFF',
    taxNumber: '\u2068DE 123\u00AD456789\u2069',
    // Words of some languages are written with it.
    region: 'می\u200Cشود',
  });
  assert.deepEqual(problems, {});
  assert.deepEqual(
    [draft.company, draft.city, draft.taxNumber, draft.region],
    ['gnitekrram Ltd', 'Berlin', 'DE123456789', 'می\u200Cشود'],
  );
});

test('a field that nobody can read is missing', () => {
  const { problems } = checkInvoiceDraft({ ...GOOD, line1: '\u200B', city: '\u202E' });
  assert.deepEqual(problems, { line1: 'required', city: 'required' });
});

test('a tax number and a postal code may be typed in Arabic, Persian and wide digits', () => {
  const { draft, problems } = checkInvoiceDraft({
    ...GOOD,
    postalCode: '١٠١١٧',
    taxNumber: 'DE۱۲۳４５６٧٨٩',
  });
  assert.deepEqual(problems, {});
  assert.deepEqual([draft.postalCode, draft.taxNumber], ['10117', 'DE123456789']);
});

test('a Greek number may begin with the letters of the country or those of its tax office', () => {
  for (const taxNumber of ['GR123456789', 'el 123456789', '123456789'])
    assert.equal(
      checkInvoiceDraft({ ...GOOD, countryCode: 'GR', postalCode: '105 57', taxNumber }).draft.taxNumber,
      'EL123456789',
    );
});
