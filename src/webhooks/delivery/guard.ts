import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.ts';

/** The receiver may not be sent to. The answer doesn't say which address was found: somebody could be probing our network. */
export class ForbiddenReceiver extends Error {
  readonly code = 'FORBIDDEN_RECEIVER';
}

// A resolver of its own: the system's works on the few threads that all files and look-ups share. Four receivers
// with a dead name server would block all others.
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Keeps webhooks from reaching what only our own machines should reach. Asked when a receiver is registered and again for
 * every connection, since a name may come to mean another address at any time.
 */
export function createGuard(options: {
  /** `host:port` of receivers that may be plain HTTP and at any address, for development and tests. */
  allow: readonly string[];
  /** By default those of the system. */
  nameServers?: string[];
}) {
  const allowed = new Set(options.allow);
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (options.nameServers) resolver.setServers(options.nameServers);

  /** Every address of the name. Throws where any is forbidden, even where others are not. */
  async function resolve(hostname: string): Promise<string[]> {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (addresses.length === 0) throw failed?.reason ?? new Error(`${hostname} has no address`);
    if (addresses.some(isForbiddenAddress))
      throw new ForbiddenReceiver('The name points to a forbidden address.');
    return addresses;
  }

  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }));
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

  const isAllowed = (url: URL): boolean => allowed.has(receiverOf(url));

  return {
    /** For the connections to receivers that are not allowed by name. */
    lookup,
    isAllowed,
    /** Throws where the URL itself says that nothing may be sent there. A name is judged by `lookup`. */
    check(url: URL): void {
      if (isAllowed(url)) return;
      if (url.protocol !== 'https:') throw new ForbiddenReceiver('The receiver does not use HTTPS.');
      if (url.username || url.password) throw new ForbiddenReceiver('The URL names a user.');
      const literal = url.hostname.replaceAll(/[[\]]/g, '');
      // A connection to an address asks no resolver.
      if (isIP(literal) && isForbiddenAddress(literal))
        throw new ForbiddenReceiver('The address is forbidden.');
    },
    /** As `check`, and the name is resolved now. */
    async checkResolved(url: URL): Promise<void> {
      this.check(url);
      const literal = url.hostname.replaceAll(/[[\]]/g, '');
      if (!isAllowed(url) && !isIP(literal)) await resolve(url.hostname);
    },
  };
}

export type Guard = ReturnType<typeof createGuard>;

/** The target of the connections: host and port. */
export function receiverOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}
