import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../refusal.ts';
import { matchServers, readServerAddress } from './server-addresses.ts';

test('an address or a network is read in any spelling, and written in one', () => {
  for (const [written, read] of [
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.80/28', '203.0.113.80/28'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['2001:DB8:0:0::7', '2001:db8::7/128'],
    ['2001:db8:7::/48', '2001:db8:7::/48'],
    ['2001:db8:7:1::/64', '2001:db8:7:1::/64'],
    ['::1', '::1/128'],
  ] as const) {
    assert.equal(readServerAddress(written), read);
  }
});

test('a text that is not a network, is too wide or points into one is refused in one sentence that names it', () => {
  const refused = (written: string, why: RegExp): void =>
    assert.throws(
      () => readServerAddress(written),
      (error: Refusal) => {
        assert.ok(error instanceof Refusal);
        assert.equal(error.code, 'validation_failed');
        assert.ok(error.message.startsWith(JSON.stringify(written)), error.message);
        assert.match(error.message, why);
        return true;
      },
    );
  for (const written of [
    '',
    'localhost',
    '203.0.113',
    '203.0.113.7:80',
    '0x7f.1',
    '2130706433',
    'fe80::1%eth0',
    '1.2.3.4/24/8',
  ])
    refused(written, /is not an address or network/);
  for (const written of [
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/a',
    '2001:db8::/129',
  ])
    refused(written, /bits after the slash/);
  for (const written of [
    '0.0.0.0/0',
    '::/0',
    '203.0.0.0/23',
    '2001:db8::/47',
    '::ffff:0:0/96',
    '::ffff:0:0/0',
  ])
    refused(written, /is too large/);
  for (const written of ['203.0.113.7/24', '2001:db8:7::1/48', '203.0.113.81/28'])
    refused(written, /is an address inside a network/);
});

test('an address is a server where it lies in one of the networks, however it is written', () => {
  const isServer = matchServers(['203.0.113.80/28', '198.51.100.7/32', '2001:db8:7::/48']);
  for (const address of [
    '203.0.113.80',
    '203.0.113.95',
    '::ffff:203.0.113.81',
    '198.51.100.7',
    '2001:db8:7:ffff::1',
  ])
    assert.equal(isServer(address), true, address);
  for (const address of [
    '203.0.113.79',
    '203.0.113.96',
    '198.51.100.8',
    '2001:db8:8::1',
    '::1',
    '',
    'unknown',
  ])
    assert.equal(isServer(address), false, address);
  assert.equal(matchServers([])('198.51.100.7'), false);
});
