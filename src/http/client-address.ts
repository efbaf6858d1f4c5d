import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createBoundedMap } from '../cache/bounded-map.ts';

export type ClientAddress = (request: IncomingMessage) => string;

// A site has a handful of proxies. A flood of other addresses pushes old ones out, and takes no more memory.
const MAX_REMEMBERED = 10_000;

/**
 * The address a request comes from: the connection's, or the one that a trusted proxy names. Where a private address sends
 * X-Forwarded-For and is not trusted, `onUnknownProxy` is called, once: all its visitors share one limit.
 */
export function createClientAddress(
  trustedProxies: string[],
  onUnknownProxy: (peer: string) => void,
): ClientAddress {
  const isTrustedAddress = trustedProxies.length > 0 ? proxyAddr.compile(trustedProxies) : () => false;
  const isTrustedNeighbour = remember((address) => isTrustedAddress(address, 0));
  const isPrivateNeighbour = remember(isPrivate);
  const isTrusted = (address: string, hop: number): boolean =>
    hop > 0 ? isTrustedAddress(address, hop) : isTrustedNeighbour(address);
  let isTold = false;
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (request.headers['x-forwarded-for'] === undefined) return peer;
    if (isTrustedNeighbour(peer)) {
      const address = proxyAddr(request, isTrusted);
      // The proxy passed on something that is no address: ignored.
      return isIP(address) ? address : peer;
    }
    if (!isTold && isPrivateNeighbour(peer)) {
      isTold = true;
      onUnknownProxy(peer);
    }
    return peer;
  };
}

/**
 * Answers about the other end of a connection are worked out once per address: parsing it for every request, and twice for a
 * hold, was a twentieth of a hold's time in this process. What headers say is not remembered: anybody can write anything there.
 */
function remember(test: (address: string) => boolean): (address: string) => boolean {
  const remembered = createBoundedMap<string, boolean>({ max: MAX_REMEMBERED });
  return (address) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const answer = test(address);
    remembered.set(address, answer);
    return answer;
  };
}

const PRIVATE_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

const isPrivate = (address: string): boolean =>
  ipaddr.isValid(address) && PRIVATE_RANGES.has(ipaddr.process(address).range());

/**
 * The address that limits are counted on and shared carts belong to. One IPv6 customer has a whole /64 to change addresses in, so that is what
 * counts; an IPv4 address written as IPv6 counts as itself.
 */
export function limitAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The /48 around an IPv6 network as `limitAddress` writes it: one customer may have a whole one. Null for IPv4. */
export function widerNetwork(network: string): string | null {
  if (!network.endsWith('::/64')) return null;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/** A /48 is a whole site, or one customer who has rented it: it has as much as so many addresses. `join_waiting_rooms()` has the same. */
const WIDE_FACTOR = 4;

/** The networks that a client counts in, and how many times what an address may each of them may. Of an address that `limitAddress` gave. */
export function networksOf(address: string): { network: string; factor: number }[] {
  const wider = widerNetwork(address);
  const own = { network: address, factor: 1 };
  return wider === null ? [own] : [own, { network: wider, factor: WIDE_FACTOR }];
}
