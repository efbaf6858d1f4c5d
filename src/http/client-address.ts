import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export type ClientAddress = (request: IncomingMessage) => string;

/** The address a request comes from: the connection's, or what a proxy that we were told to trust says it is. */
export function createClientAddress(trustedProxies: string[]): ClientAddress {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    const address = proxyAddr(request, isTrusted);
    // A proxy that passes on what its client invented is as good as one that says nothing.
    return isIP(address) ? address : (request.socket.remoteAddress ?? '');
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
