import { BlockList, isIP } from 'node:net';

const FORBIDDEN_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A cloud's own services for its machines, at an address that looks public.
  '168.63.129.16/32',
];

// IPv6 the other way round: all that is not assigned to the public Internet is forbidden, whatever it may be used for. That covers
// loopback, unique-local, link-local, multicast, and every way to write an IPv4 address in an IPv6 one.
const PUBLIC_IPV6 = '2000::/3';
const FORBIDDEN_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const forbiddenIpv4 = blockListOf(FORBIDDEN_IPV4, 'ipv4');
const publicIpv6 = blockListOf([PUBLIC_IPV6], 'ipv6');
const forbiddenIpv6 = blockListOf(FORBIDDEN_IPV6, 'ipv6');

function blockListOf(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** Whether a webhook may never be sent to this address. What is no address at all, or names a zone, may not either. */
export function isForbiddenAddress(address: string): boolean {
  if (address.includes('%')) return true;
  switch (isIP(address)) {
    case 4:
      return forbiddenIpv4.check(address, 'ipv4');
    case 6:
      return !publicIpv6.check(address, 'ipv6') || forbiddenIpv6.check(address, 'ipv6');
    default:
      return true;
  }
}
