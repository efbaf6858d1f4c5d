import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPersonName } from './person-name.ts';

test('people have all sorts of names', () => {
  for (const name of [
    'Ada',
    'J.R. Smith',
    'J.R.R.Tolkien',
    'Dr.Who',
    'Dr.Ng',
    'Dr.No',
    'A.Dev',
    'J.Link',
    'Will.i.am',
    'St.John',
    'st.john',
    "O'Neil",
    'D’Arcy-O’Neil',
    'Ọlá',
    '李',
    '李。明',
    'Dr．Ng',
    'محمد',
    'Mary/Jane',
    'A.B/C.D',
    'Smith, Ph.D.',
    'Wwwillem',
    'X Æ A-12',
    '@ada',
    'Ada:',
    'Com',
    'Mr. Net',
    'می\u200cخواهم',
    'e.community',
    '😀',
  ]) {
    assert.ok(isPersonName(name), name);
  }
});

test('an address of a page or a mailbox is no name', () => {
  for (const name of [
    'Visit evil.com now',
    'EVIL.COM',
    'evil.com',
    'evil.com.',
    'evil.com!',
    'evil.com/path',
    'a.evil.shop',
    'http://evil.example',
    'hxxp://evil',
    'HTTPS://x',
    'ftp://x',
    'www.evil.ng',
    'see WWW.evil.ng',
    '(www2.evil.ng)',
    'bit.ly/x',
    't.me/x',
    'evil.ng?x',
    'eve@evil.ng',
    'mail eve@evil.example please',
    'éxample.com',
    'evil。com',
    'evil．com',
    'evil｡com/path',
    'www。evil。ng',
    'bit．ly/x',
    'eve@evil｡ng',
  ]) {
    assert.ok(!isPersonName(name), name);
  }
});

test('a name is one line that reads in one direction', () => {
  for (const name of [
    '',
    ' ',
    'A\nB',
    'A\u0000',
    'A\u2028B',
    'A\u0085B',
    '\u202eevil',
    'A\u2066B\u2069',
    'A\u202aB',
  ]) {
    assert.ok(!isPersonName(name), JSON.stringify(name));
  }
});
