import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export type ClientAddress = (request: IncomingMessage) => string;

// A site has a handful of proxies; whoever comes past them with ever new addresses gets them forgotten, not our memory.
const MOST_REMEMBERED = 10_000;

/** The address a request comes from: the connection's, or what a proxy that we were told to trust says it is. */
export function createClientAddress(trustedProxies: string[]): ClientAddress {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = rememberNeighbours(proxyAddr.compile(trustedProxies));
  return (request) => {
    const address = proxyAddr(request, isTrusted);
    // A proxy that passes on what its client invented is as good as one that says nothing.
    return isIP(address) ? address : (request.socket.remoteAddress ?? '');
  };
}

type Trust = (address: string, hop: number) => boolean;

/**
 * Whether the other end of a connection is trusted is worked out once per address: to parse it anew for every request, and
 * twice for a hold, was a twentieth of a hold's time in this process. What headers say is long and endless: not remembered.
 */
function rememberNeighbours(isTrusted: Trust): Trust {
  const remembered = new Map<string, boolean>();
  return (address, hop) => {
    if (hop > 0) return isTrusted(address, hop);
    const known = remembered.get(address);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const answer = isTrusted(address, hop);
    remembered.set(address, answer);
    return answer;
  };
}

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
