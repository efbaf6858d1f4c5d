import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForbiddenAddress } from './forbidden-address.ts';

/** The first and the last address of every range that is out of bounds, and the public ones next to it. */
const RANGES: { range: string; inside: string[]; outside: string[] }[] = [
  { range: '0/8', inside: ['0.0.0.0', '0.255.255.255'], outside: ['1.0.0.0'] },
  { range: '10/8', inside: ['10.0.0.0', '10.255.255.255'], outside: ['9.255.255.255', '11.0.0.0'] },
  {
    range: '100.64/10',
    inside: ['100.64.0.0', '100.127.255.255'],
    outside: ['100.63.255.255', '100.128.0.0'],
  },
  {
    range: '127/8',
    inside: ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
    outside: ['126.255.255.255', '128.0.0.0'],
  },
  {
    range: '169.254/16',
    inside: ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    outside: ['169.253.255.255', '169.255.0.0'],
  },
  { range: '172.16/12', inside: ['172.16.0.0', '172.31.255.255'], outside: ['172.15.255.255', '172.32.0.0'] },
  { range: '192.0.0/24', inside: ['192.0.0.0', '192.0.0.255'], outside: ['191.255.255.255', '192.0.1.0'] },
  { range: '192.0.2/24', inside: ['192.0.2.0', '192.0.2.255'], outside: ['192.0.1.255', '192.0.3.0'] },
  {
    range: '192.31.196/24',
    inside: ['192.31.196.0', '192.31.196.255'],
    outside: ['192.31.195.255', '192.31.197.0'],
  },
  {
    range: '192.52.193/24',
    inside: ['192.52.193.0', '192.52.193.255'],
    outside: ['192.52.192.255', '192.52.194.0'],
  },
  {
    range: '192.88.99/24',
    inside: ['192.88.99.0', '192.88.99.255'],
    outside: ['192.88.98.255', '192.88.100.0'],
  },
  {
    range: '192.168/16',
    inside: ['192.168.0.0', '192.168.255.255'],
    outside: ['192.167.255.255', '192.169.0.0'],
  },
  {
    range: '192.175.48/24',
    inside: ['192.175.48.0', '192.175.48.255'],
    outside: ['192.175.47.255', '192.175.49.0'],
  },
  { range: '198.18/15', inside: ['198.18.0.0', '198.19.255.255'], outside: ['198.17.255.255', '198.20.0.0'] },
  {
    range: '198.51.100/24',
    inside: ['198.51.100.0', '198.51.100.255'],
    outside: ['198.51.99.255', '198.51.101.0'],
  },
  {
    range: '203.0.113/24',
    inside: ['203.0.113.0', '203.0.113.255'],
    outside: ['203.0.112.255', '203.0.114.0'],
  },
  { range: '224/4', inside: ['224.0.0.0', '239.255.255.255'], outside: ['223.255.255.255'] },
  { range: '240/4', inside: ['240.0.0.0', '255.255.255.254', '255.255.255.255'], outside: [] },
  { range: '168.63.129.16', inside: ['168.63.129.16'], outside: ['168.63.129.15', '168.63.129.17'] },
  {
    range: 'below 2000::/3',
    inside: ['::', '::1', '1fff:ffff::', 'fc00::1', 'fdff::1', 'fe80::1', 'ff02::1', '4000::'],
    outside: ['2000::1', '3ffe:ffff::'],
  },
  {
    range: 'IPv4 in IPv6',
    inside: ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::7f00:1', '::127.0.0.1', '::8.8.8.8'],
    outside: [],
  },
  { range: 'NAT64', inside: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'], outside: [] },
  { range: '2001::/23', inside: ['2001::', '2001:1ff:ffff::'], outside: ['2001:200::'] },
  {
    range: '2001:db8::/32',
    inside: ['2001:db8::', '2001:db8:ffff::1'],
    outside: ['2001:db7::', '2001:db9::'],
  },
  { range: '2002::/16', inside: ['2002::', '2002:7f00:1::'], outside: ['2003::'] },
  { range: '2620:4f:8000::/48', inside: ['2620:4f:8000::1'], outside: ['2620:4f:7fff::', '2620:4f:8001::'] },
  { range: '3fff::/20', inside: ['3fff::', '3fff:fff:ffff::'], outside: ['3fff:1000::'] },
];

for (const { range, inside, outside } of RANGES) {
  test(`no webhook goes to ${range}`, () => {
    for (const address of inside) assert.equal(isForbiddenAddress(address), true, address);
    for (const address of outside) assert.equal(isForbiddenAddress(address), false, address);
  });
}

test('a text that is not an address, or names a zone of this machine, is out of bounds', () => {
  for (const text of [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    'fe80::1%eth0',
    '2606:4700::1%lo',
    '1.2.3.4 ',
    '[::1]',
  ])
    assert.equal(isForbiddenAddress(text), true, text);
});
