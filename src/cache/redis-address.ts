type Credentials = { username?: string; password?: string };

export type SentinelAddress = {
  sentinels: { host: string; port: number }[];
  /** The sentinels' name for the servers that they watch. */
  name: string;
  /** Of the servers; the sentinels may have others, or none. */
  credentials: Credentials;
  sentinelCredentials: Credentials;
  database: number;
};

const SENTINEL = 'redis+sentinel://';
const SENTINEL_PORT = 26_379;
const SENTINEL_PARAMETERS = new Set(['sentinelUser', 'sentinelPassword']);

export const REDIS_URL_TAKES =
  'a URL that begins with redis:// or rediss://, or redis+sentinel://host:port,host:port/name with the sentinels and the name that they watch';

/** Whether the text says where a Redis is. */
export const isRedisUrl = (text: string): boolean =>
  isSentinelUrl(text)
    ? readSentinelUrl(text) !== null
    : ['redis:', 'rediss:'].includes(URL.parse(text)?.protocol ?? '');

export const isSentinelUrl = (text: string): boolean => text.startsWith(SENTINEL);

/**
 * `redis+sentinel://user:password@host:port,host:port/name/database?sentinelUser=…&sentinelPassword=…`: all but hosts and name may be
 * left out. A list of hosts is no URL, so each is read by itself. Null where it can't be read.
 */
export function readSentinelUrl(text: string): SentinelAddress | null {
  const [, access = '', hosts = '', name = '', database = '0', query = ''] =
    /^redis\+sentinel:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([\w.-]{1,100})(?:\/(\d{1,4}))?(?:\?([^#]*))?$/.exec(
      text,
    ) ?? [];
  const sentinels = hosts.split(',').map(readSentinel);
  const credentials = readCredentials(access);
  const parameters = new URLSearchParams(query);
  const areKnown = [...parameters.keys()].every((key) => SENTINEL_PARAMETERS.has(key));
  if (!name || !credentials || !areKnown || !sentinels.every((one) => one !== null)) return null;
  return {
    sentinels,
    name,
    credentials,
    sentinelCredentials: pickFilled(parameters.get('sentinelUser'), parameters.get('sentinelPassword')),
    database: Number(database),
  };
}

function readSentinel(pair: string): { host: string; port: number } | null {
  const url = URL.parse(`http://${pair}`);
  if (!url || !/^[\w.:[\]-]+$/.test(pair)) return null;
  // An address of IPv6 is in brackets in a URL, and in none where it is connected to.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // The port of http is left out of a URL.
  const port = url.port || (pair.endsWith(':80') ? '80' : String(SENTINEL_PORT));
  return host && port !== '0' ? { host, port: Number(port) } : null;
}

/** As in any URL: percent-encoded where they have characters of their own meaning. */
function readCredentials(access: string): Credentials | null {
  const [username = '', ...rest] = access.split(':');
  try {
    return pickFilled(decodeURIComponent(username), decodeURIComponent(rest.join(':')));
  } catch {
    return null;
  }
}

const pickFilled = (username: string | null, password: string | null): Credentials => ({
  ...(username && { username }),
  ...(password && { password }),
});
