import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuard } from '../delivery/guard.ts';
import { readReceiverUrl } from './receiver-url.ts';

test('the same receiver has one way to be written', () => {
  const one = 'https://hooks.shop.example/tickets?shop=1';
  for (const text of [
    one,
    'HTTPS://Hooks.Shop.EXAMPLE/tickets?shop=1',
    'https://hooks.shop.example:443/tickets?shop=1',
    'https://hooks.shop.example./tickets?shop=1',
    'https://hooks.shop.example/tickets?shop=1#part',
    'https://hooks.shop.example/a/../tickets?shop=1',
    'https://hooks.shop.example/%2e/tickets?shop=1',
  ]) {
    assert.equal(readReceiverUrl(text).href, one, text);
  }
  assert.equal(readReceiverUrl('https://a.example').href, 'https://a.example/');
  assert.equal(readReceiverUrl('https://a.example/?').href, 'https://a.example/');
  assert.notEqual(
    readReceiverUrl('https://a.example/Hook').href,
    readReceiverUrl('https://a.example/hook').href,
  );
});

test('odd ways to write an address come out as that address', () => {
  for (const host of [
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '１２７.０.０.１',
    '127.0.0.1.',
    '0x7f000001',
  ])
    assert.equal(readReceiverUrl(`https://${host}/`).hostname, '127.0.0.1', host);
});

test('a text that is not an absolute http or https URL, names a user or is too long is refused', () => {
  const refused = [
    '',
    'hooks.example/a',
    '//hooks.example/a',
    'ftp://hooks.example/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https:\\\\hooks.example',
    'https://hooks.example/a b',
    'https://hooks.example/\nHost: other',
    'https://user@hooks.example/',
    'https://user:secret@hooks.example/',
    'https://:secret@hooks.example/',
    `https://hooks.example/${'a'.repeat(2000)}`,
    `https://hooks.example/${'ä'.repeat(700)}`,
  ];
  for (const text of refused) assert.throws(() => readReceiverUrl(text), { code: 'validation_failed' }, text);
});

test('without leave, a receiver is reached by HTTPS and at a public address, however that is written', () => {
  const guard = createGuard({ allow: ['127.0.0.1:4000', '[::1]:4000', 'localhost:4000'] });
  for (const text of [
    'http://hooks.example/',
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://127.0.0.1:4001/',
    'http://127.0.0.1:4001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]:443/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://169.254.169.254/latest/meta-data',
    'https://[64:ff9b::7f00:1]/',
    'https://10.1.2.3/',
    'https://user:x@8.8.8.8/',
  ]) {
    assert.throws(() => guard.check(new URL(text)), { code: 'FORBIDDEN_RECEIVER' }, text);
  }
  for (const text of [
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://hooks.example/',
    'http://127.0.0.1:4000/a',
    'https://127.0.0.1:4000/a',
    'http://[::1]:4000/',
    'http://localhost:4000/',
  ]) {
    assert.doesNotThrow(() => guard.check(new URL(text)), text);
  }
});
