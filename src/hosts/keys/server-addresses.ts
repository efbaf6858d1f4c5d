import ipaddr from 'ipaddr.js';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { lockPublicKey } from './lock-public-key.ts';

// A handful of servers, or of networks that they are in.
const MAX_ADDRESSES = 20;
// The widest network that one site is given. A wider one has others in it, who would be free of the caps too.
const WIDEST = { ipv4: 24, ipv6: 48 };

/** Sets the addresses without caps: an integrator's own servers, which call for many buyers. */
export async function setServerAddresses(
  tx: Transaction,
  input: {
    hostId: string;
    actor: Actor;
    keyId: string;
    /** See lockPublicKey. */
    version?: number;
    addresses: string[];
  },
): Promise<string[]> {
  const { hostId, actor, keyId } = input;
  const servers = [...new Set(input.addresses.map(readServerAddress))];
  if (servers.length > MAX_ADDRESSES) {
    throw new Refusal('validation_failed', `A key can have at most ${MAX_ADDRESSES} addresses.`, {
      field: 'addresses',
    });
  }
  const before = await lockPublicKey(tx, input);
  await tx.query(
    'UPDATE public_keys SET server_addresses = $2::cidr[], version = version + 1 WHERE id = $1',
    [keyId, servers.length > 0 ? servers : null],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'public_key.name_servers',
    subject: { id: keyId, name: before.name },
    before: { servers: before.servers },
    after: { servers },
  });
  return servers;
}

/** Reads addresses from a form, one a line: empty lines are skipped, and a refusal names the line. */
export function readServerLines(text: string): string[] {
  const lines = text.split('\n').map((line, at) => ({ typed: line.trim(), nr: at + 1 }));
  return lines.filter(({ typed }) => typed !== '').map(({ typed, nr }) => readLine(typed, nr));
}

function readLine(typed: string, nr: number): string {
  try {
    return readServerAddress(typed);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalidField('addresses', `has an error in line ${nr}: ${error.message}`);
  }
}

/** An address or a network as PostgreSQL writes it, `203.0.113.7/32`. IPv4 that is written as IPv6 is IPv4. */
export function readServerAddress(text: string): string {
  const shown = JSON.stringify(text.slice(0, 60));
  const bad = (why: string): Refusal =>
    new Refusal('validation_failed', `${shown} ${why}.`, { field: 'addresses' });
  const [written = '', bits, ...more] = text.split('/');
  if (!(isIPv4(written) || isIPv6(written)) || written.includes('%') || more.length > 0) {
    throw bad('is not an address or network, such as 203.0.113.7 or 203.0.113.0/28');
  }
  const parsed = ipaddr.parse(written);
  const address = ipaddr.process(written);
  const kind = address.kind();
  const whole = kind === 'ipv4' ? 32 : 128;
  const outside = parsed.kind() === kind ? 0 : 96;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > whole + outside)) {
    throw bad(`must have at most ${whole + outside} bits after the slash`);
  }
  const prefix = bits === undefined ? whole : Number(bits) - outside;
  if (prefix < WIDEST[kind]) {
    throw bad(`is too large: use a network of /${WIDEST[kind]} or smaller, or single addresses`);
  }
  const bytes = address.toByteArray();
  const isNetwork = bytes.every(
    (byte, at) => (byte & (0xff >> Math.min(Math.max(prefix - at * 8, 0), 8))) === 0,
  );
  if (!isNetwork) throw bad(`is an address inside a network: leave out /${bits} to use the address alone`);
  return `${address.toString()}/${prefix}`;
}

/** For people: a single address without its number of bits. */
export const describeServer = (network: string): string =>
  network.replace(/^([^:]*)\/32$|^(.*:.*)\/128$/, '$1$2');

/** The networks are those that `readServerAddress` gave. */
export function matchServers(networks: string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const servers = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    servers.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  // Node takes an IPv4 address that is written as IPv6 for the IPv4 one.
  return (address) => servers.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
