import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPerson, readFieldPath, toPerson } from './check-person.ts';
import { textsIn } from './texts/texts.ts';

const ADA = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '' };
const errorsOf = (changes: Partial<typeof ADA>) =>
  Object.keys(checkPerson({ ...ADA, ...changes }, textsIn('en').fields));

test('a name and an address are enough', () => {
  assert.deepEqual(errorsOf({}), []);
});

test('every field that is missing is named, the phone is not missed', () => {
  assert.deepEqual(errorsOf({ firstName: '', lastName: ' ', email: '' }), ['firstName', 'lastName', 'email']);
});

test('addresses of all sorts pass, what surely is none does not', () => {
  for (const email of ["o'neil+tickets@mail.example.co.za", 'ola@exámple.ng', ' ada@example.com '])
    assert.deepEqual(errorsOf({ email }), [], email);
  for (const email of [
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@example..com',
    'ọlá@example.ng',
  ])
    assert.deepEqual(errorsOf({ email }), ['email'], email);
});

test('a phone number passes as it is typed: it may be left out, so nobody is kept from buying by it', () => {
  for (const phone of ['0803 123 4567', '+234 (803) 123-4567', '00234 803 123 4567', 'n/a'])
    assert.deepEqual(errorsOf({ phone }), [], phone);
});

test('a name of more than a hundred letters is too long', () => {
  assert.deepEqual(errorsOf({ firstName: 'a'.repeat(100) }), []);
  assert.deepEqual(errorsOf({ firstName: 'a'.repeat(101) }), ['firstName']);
});

test('a name with a link in it is none', () => {
  assert.deepEqual(errorsOf({ firstName: 'J.R.', lastName: 'St.John' }), []);
  assert.deepEqual(errorsOf({ firstName: 'Visit evil.com', lastName: 'http://evil.example' }), [
    'firstName',
    'lastName',
  ]);
});

test('fields are sent without spaces around them, and without a phone if there is none', () => {
  assert.deepEqual(toPerson({ ...ADA, firstName: ' Ada ', phone: ' ' }), {
    firstName: 'Ada',
    lastName: 'Obi',
    email: 'ada@example.com',
  });
  assert.equal(toPerson({ ...ADA, phone: ' 0803 ' }).phone, '0803');
});

test('the path of a field leads to whose field it is', () => {
  assert.deepEqual(readFieldPath('phone'), { recipient: null, field: 'phone' });
  assert.deepEqual(readFieldPath('recipients[2].email'), { recipient: 2, field: 'email' });
  for (const path of ['recipients', 'recipients[2]', 'quoteReference', 'emailed', 'metadata.email'])
    assert.equal(readFieldPath(path), null, path);
});
