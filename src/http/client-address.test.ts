import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { createClientAddress, limitAddress, widerNetwork } from './client-address.ts';

function addressOf(trusted: string[], from: string, forwardedFor?: string): string {
  const request = {
    socket: { remoteAddress: from },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  };
  return createClientAddress(trusted, () => {})(request as unknown as IncomingMessage);
}

test('without trusted proxies the connection alone says where a request comes from', () => {
  assert.equal(addressOf([], '203.0.113.9'), '203.0.113.9');
  assert.equal(addressOf([], '203.0.113.9', '198.51.100.7'), '203.0.113.9');
  assert.equal(addressOf([], '127.0.0.1', '198.51.100.7'), '127.0.0.1');
});

test('a trusted proxy is believed, up to the first address that is not trusted itself', () => {
  const trusted = ['10.0.0.0/8', 'loopback'];
  assert.equal(addressOf(trusted, '10.1.2.3', '198.51.100.7'), '198.51.100.7');
  assert.equal(addressOf(trusted, '::ffff:10.1.2.3', '198.51.100.7'), '198.51.100.7');
  assert.equal(addressOf(trusted, '10.1.2.3', '1.1.1.1, 198.51.100.7, 10.9.9.9'), '198.51.100.7');
  assert.equal(addressOf(trusted, '10.1.2.3'), '10.1.2.3');
});

test('a proxy that is not trusted is not believed', () => {
  assert.equal(addressOf(['10.0.0.0/8'], '203.0.113.9', '198.51.100.7'), '203.0.113.9');
  assert.equal(addressOf(['10.0.0.0/8'], '127.0.0.1', '198.51.100.7'), '127.0.0.1');
});

test('a private neighbour that talks like a proxy and is not trusted is told of, once', () => {
  const told: string[] = [];
  const clientAddress = createClientAddress(['10.1.0.0/16'], (peer) => told.push(peer));
  const ask = (from: string, forwardedFor?: string) =>
    clientAddress({
      socket: { remoteAddress: from },
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    } as unknown as IncomingMessage);
  ask('10.2.0.1');
  ask('10.1.2.3', '198.51.100.7');
  ask('203.0.113.9', '198.51.100.7');
  assert.deepEqual(told, [], 'who says nothing, who is trusted and who is no neighbour');
  assert.equal(ask('10.2.0.1', '198.51.100.7'), '10.2.0.1');
  for (const peer of ['10.2.0.1', '192.168.1.1', '::1']) ask(peer, '198.51.100.7');
  assert.deepEqual(told, ['10.2.0.1']);
});

test('a proxy on this machine, in this network or in a container is a private neighbour', () => {
  const neighbours = [
    '127.0.0.1',
    '::1',
    '::ffff:172.17.0.1',
    '192.168.1.1',
    '169.254.1.1',
    'fd00::1',
    '100.64.0.1',
  ];
  for (const peer of neighbours) {
    const told: string[] = [];
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': '198.51.100.7' } };
    createClientAddress([], (one) => told.push(one))(request as unknown as IncomingMessage);
    assert.deepEqual(told, [peer]);
  }
});

test('an IPv4 address counts as itself, also where it is written as IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(limitAddress(address), address);
      assert.equal(limitAddress(`::ffff:${address}`), address);
    }),
  );
});

test('all addresses of one /64 count as one, however they are written', () => {
  const group = fc.nat({ max: 0xffff }).map((value) => value.toString(16));
  // The first group keeps clear of ::ffff:0:0/96, where IPv4 lives.
  const network = fc.tuple(fc.constant('2001'), group, group, group);
  const interfaceId = fc.tuple(group, group, group, group);
  fc.assert(
    fc.property(network, interfaceId, interfaceId, (prefix, a, b) => {
      const counted = limitAddress([...prefix, ...a].join(':'));
      assert.equal(limitAddress([...prefix, ...b].join(':').toUpperCase()), counted);
      assert.equal(limitAddress(`${prefix.map((part) => part.padStart(4, '0')).join(':')}::1`), counted);
      assert.match(counted, /::\/64$/);
    }),
  );
});

test('neighbouring networks are counted apart', () => {
  assert.notEqual(limitAddress('2001:db8:0:1::1'), limitAddress('2001:db8:0:2::1'));
  assert.notEqual(limitAddress('::1'), limitAddress('2001::1'));
});

test('a text that is not an address counts as the text it is', () => {
  for (const text of ['', 'unknown', 'a:b', ':::', '1.2.3.4:80']) assert.equal(limitAddress(text), text);
});

test('around an IPv6 network there is a wider one, around an IPv4 address none', () => {
  assert.equal(widerNetwork(limitAddress('2001:db8:1:2:3::4')), '2001:db8:1::/48');
  assert.equal(widerNetwork(limitAddress('2001:db8::1')), '2001:db8:0::/48');
  for (const address of ['203.0.113.1', '::ffff:203.0.113.1', 'unknown', '']) {
    assert.equal(widerNetwork(limitAddress(address)), null);
  }
});
