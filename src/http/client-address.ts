import ipaddr from 'ipaddr.js';

/**
 * The address that limits are counted on. One IPv6 customer has a whole /64 to change addresses in, so that is what
 * counts; an IPv4 address written as IPv6 counts as itself.
 */
export function limitAddress(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
