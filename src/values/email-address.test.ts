import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isEmailAddress, toAsciiAddress } from './email-address.ts';

test('an address in ASCII is itself', () => {
  for (const address of [
    'ada@example.com',
    "O'Hara+tickets@Mail.Example.co.za",
    'a@b.museum',
    'ada@1.2.3.4',
  ]) {
    assert.equal(toAsciiAddress(address), address);
  }
});

test('a domain in any script is read by its ASCII form', () => {
  for (const [address, ascii] of [
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@mail.例え.テスト', 'ada@mail.xn--r8jz45g.xn--zckzah'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@मेल.भारत', 'ada@xn--r2bi6d.xn--h2brj9c'],
  ] as const) {
    assert.equal(toAsciiAddress(address), ascii);
  }
});

test('a text that is not a domain in disguise either is refused, and so is a name that is not in ASCII', () => {
  for (const text of [
    '',
    'ada',
    '@bücher.example',
    'ọlá@example.com',
    'ada@bücher',
    'ada@bücher..example',
    'ada@-bücher.example',
    'ada@bücher.example:80',
    'ada@bücher.example/x',
    'ada@bücher.example#',
    'ada@eve@bücher.example',
    'ada@bü%2echer.example',
    'ada@bü\u200bcher.example',
    'ada@bü\u202echer.example',
    'ada@bü\u00adcher.example',
    'ada@１.２.３.４',
    'ada@ｅｘａｍｐｌｅ.com',
    'ada@bücher。example',
    'ada@xn--\u00fc.example',
    `ada@${'ü'.repeat(64)}.example`,
    `${'a'.repeat(240)}@bücher.example`,
    'ada@bücher.example\r\nBcc: eve@example.com',
  ]) {
    assert.equal(isEmailAddress(text), false, text);
  }
});

test('a text that passes is one plain address, whatever is typed', () => {
  const piece = fc.constantFrom(
    'a',
    'ü',
    '例',
    '.',
    '@',
    '-',
    '\u200d',
    '[',
    ':',
    '/',
    '%41',
    'xn--',
    '1',
    '。',
    '\n',
    ' ',
    ',',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const address = toAsciiAddress(pieces.join(''));
      if (address === null) return;
      assert.match(address, /^[^\s@,]+@[a-z0-9.-]+\.[a-z0-9-]+$/i);
      assert.equal(toAsciiAddress(address), address);
    }),
    { numRuns: 5_000 },
  );
});
