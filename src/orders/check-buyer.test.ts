import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { COUNTRIES, COUNTRY_NAMES } from '../money/countries.ts';
import { checkMetadata, readCallbackUrl, readPhone } from './check-buyer.ts';

const isRefused = (deed: () => unknown, message: RegExp): void =>
  assert.throws(deed, (error) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'validation_failed');
    assert.match(error.message, message);
    assert.equal(error.field, error.message.split(' ')[0], 'the sentence begins with the field');
    return true;
  });

describe('readPhone', () => {
  test('takes every country’s own sample, with its prefix and without', () => {
    for (const country of COUNTRY_NAMES) {
      const { samplePhone } = COUNTRIES[country];
      if (samplePhone === '') continue;
      assert.equal(readPhone(samplePhone, { country }), samplePhone);
      const national = parsePhoneNumberFromString(samplePhone)?.formatNational() ?? '';
      assert.equal(readPhone(national, { country }), samplePhone, `${country} ${national}`);
    }
  });

  test('drops what is only there to be read, and takes no number out of a sentence', () => {
    assert.equal(readPhone(' (0803) 123-4567 ', { country: 'NIGERIA' }), '+2348031234567');
    for (const typed of ['0803 123 4567 is mine', 'x08031234567', '00234 803 123 4567', 'n/a']) {
      assert.equal(readPhone(` ${typed} `, { country: 'NIGERIA' }), typed);
    }
    for (const none of ['', '  ', null, undefined])
      assert.equal(readPhone(none, { country: 'NIGERIA' }), null);
  });

  test('answers digits behind a plus, or what was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40, unit: fc.constantFrom(...Array.from('0123456789+ ()-.;ext=abc\0٣')) }),
        (typed) => {
          const read = readPhone(typed, { country: 'SOUTH_AFRICA' });
          assert.ok(read === (typed.trim() || null) || /^\+\d{5,15}$/.test(read ?? ''), typed);
        },
      ),
    );
  });
});

describe('readCallbackUrl', () => {
  const ORIGINS = ['https://shop.example', 'http://localhost:3000'];

  test('answers what a browser would follow', () => {
    assert.equal(readCallbackUrl('HTTPS://Shop.Example:443', null), 'https://shop.example/');
    assert.equal(
      readCallbackUrl('https://shop.example/a b?c=é#d', null),
      'https://shop.example/a%20b?c=%C3%A9#d',
    );
  });

  test('refuses a user name, even one that is empty', () => {
    for (const typed of [
      'https://a@b.example',
      'https://a:b@c.example',
      'https://@b.example',
      'https://:@b.example',
    ]) {
      isRefused(() => readCallbackUrl(typed, null), /user name/);
    }
    assert.equal(readCallbackUrl('https://b.example/@a', null), 'https://b.example/@a');
  });

  test('refuses a host that the list has not, by its whole origin', () => {
    for (const origin of ORIGINS) assert.equal(readCallbackUrl(`${origin}/x`, ORIGINS), `${origin}/x`);
    for (const typed of [
      'http://shop.example/',
      'https://shop.example:444/',
      'https://shop.example.evil.example/',
      'https://www.shop.example/',
      'https://evil.example/?https://shop.example',
      'http://localhost/',
      'https://shop.example./',
      'https://shop.example%2eevil.example/',
      'https://shop.example。evil.example/',
      'https://evil.example\\shop.example/',
      'https://evil.example\t.shop.example\\.evil.example/',
      'https://shop.examp\u0142e/',
      'https://ѕhop.example/',
      'https://shop.example-evil.example/',
      'https://shopexample/',
      'https://127.0.0.1/',
      'http://localhost:03001/',
      'http://localhost.:3000/',
      'http://127.0.0.1:3000/',
      'http://[::1]:3000/',
    ]) {
      isRefused(() => readCallbackUrl(typed, ORIGINS), /the host allows/);
    }
  });

  test('takes every spelling of an allowed origin that a browser takes for it, and follows the plain one', () => {
    const origins = [...ORIGINS, 'https://xn--bcher-kva.example'];
    for (const [typed, followed] of [
      ['HTTPS://SHOP.EXAMPLE/Done', 'https://shop.example/Done'],
      ['https://shop.example:443/', 'https://shop.example/'],
      ['https://shop.example:/', 'https://shop.example/'],
      ['https://shop.example:0443/', 'https://shop.example/'],
      ['https://shop%2eexample/', 'https://shop.example/'],
      ['https://shop。example/', 'https://shop.example/'],
      ['https://ｓｈｏｐ.example/', 'https://shop.example/'],
      ['https://shop.exa\u00admple/', 'https://shop.example/'],
      ['https://shop.example\\evil.example', 'https://shop.example/evil.example'],
      ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
      ['https://BÜCHER.example/', 'https://xn--bcher-kva.example/'],
    ] as const) {
      assert.equal(readCallbackUrl(typed, origins), followed);
    }
  });

  test('refuses what grows beyond 2000 characters when it is written out', () => {
    assert.equal(readCallbackUrl(`https://shop.example/${'x'.repeat(1_979)}`, null).length, 2_000);
    isRefused(() => readCallbackUrl(`https://shop.example/${'é'.repeat(400)}`, null), /2000 characters/);
  });

  test('an address that passes is a plain http or https address of an allowed site, and stays as it is, whatever is sent', () => {
    const piece = fc.constantFrom(
      'https:',
      'http:',
      'javascript:',
      '/',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '%40',
      '%2f',
      '\t',
      '\n',
      ' ',
      '\0',
      '.',
      'shop.example',
      'evil.example',
      'localhost:3000',
      'é',
      'a',
      '//',
    );
    const any = fc.tuple(
      fc.constantFrom('', 'https://', 'https://shop.example'),
      fc.array(piece, { maxLength: 8 }),
    );
    fc.assert(
      fc.property(any, ([start, rest]) => {
        const typed = start + rest.join('');
        let followed;
        try {
          followed = readCallbackUrl(typed, ORIGINS);
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error));
          return;
        }
        const url = new URL(followed);
        assert.ok(ORIGINS.includes(url.origin), typed);
        assert.equal(url.username + url.password, '');
        assert.equal(readCallbackUrl(followed, ORIGINS), followed);
        assert.match(followed, /^[\x21-\x7e]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('checkMetadata counts bytes, not characters', () => {
  checkMetadata(`{"a":"${'é'.repeat(2_044)}"}`);
  isRefused(() => checkMetadata(`{"a":"${'é'.repeat(2_044)}x"}`), /at most 4096 bytes of JSON, not 4097/);
});

test('checkMetadata counts an escape by number as what it stands for, and all else as it was sent', () => {
  for (const [escape, bytes] of [
    ['\\u0041', 1],
    ['\\u00e9', 2],
    ['\\u20A6', 3],
    ['\\ud83d\\ude00', 4],
    ['\\n', 2],
    ['\\"', 2],
    ['\\\\u00e9', 7],
    ['\\\\\\u00e9', 4],
  ] as const) {
    const [many, rest] = [Math.floor(4_088 / bytes), 4_088 % bytes];
    const full = `{"a":"${escape.repeat(many)}${'x'.repeat(rest)}"}`;
    checkMetadata(full);
    isRefused(() => checkMetadata(full.replace(/"}$/, 'x"}')), /not 4097/);
  }
});
