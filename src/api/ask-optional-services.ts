import { resolveSrv } from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { request } from 'undici';

/** Whether each answers. Rejects never, and is asked as often as one likes. */
export type OptionalServices = { opensearch: Ask; neo4j: Ask; mongodb: Ask };
type Ask = () => Promise<boolean>;

const TIMEOUT_MS = 1_000;
// Health is open to everybody: the services are asked once in this time, whoever asks for it.
const REMEMBERED_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** The services that may run beside the product, which needs none of them: asked by the first words of their own protocols, without a driver. */
export function askOptionalServices(
  urls: { opensearch: string | null; neo4j: string | null; mongodb: string | null },
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): OptionalServices {
  const ask = (url: string | null, question: (url: string, signal: AbortSignal) => Promise<boolean>): Ask =>
    url === null
      ? async () => false
      : remember(() => question(url, AbortSignal.timeout(timeoutMs)).catch(() => false));
  return {
    opensearch: ask(urls.opensearch, askOpenSearch),
    neo4j: ask(urls.neo4j, askNeo4j),
    mongodb: ask(urls.mongodb, askMongo),
  };
}

function remember(ask: Ask): Ask {
  let asked: { atMs: number; answer: Promise<boolean> } | null = null;
  return () => {
    if (!asked || performance.now() - asked.atMs > REMEMBERED_MS)
      asked = { atMs: performance.now(), answer: ask() };
    return asked.answer;
  };
}

/** `GET /` tells its version. */
async function askOpenSearch(url: string, signal: AbortSignal): Promise<boolean> {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const { statusCode, body } = await request(address, {
    signal,
    reset: true,
    headers: {
      accept: 'application/json',
      ...(username && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
  });
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > MAX_ANSWER_BYTES) return false;
  }
  const told = JSON.parse(text) as { version?: { number?: unknown } } | null;
  return statusCode === 200 && typeof told?.version?.number === 'string';
}

/** Bolt: its magic number and four versions are proposed, and one of them is chosen. */
async function askNeo4j(url: string, signal: AbortSignal): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  // The magic number; then 5.8 and eight before it, 4.4 and two before it, 4.1, 3.
  const proposal = Buffer.from('6060b01700080805000204040000010400000003', 'hex');
  const answer = await converse(
    { host: bare(hostname), port: Number(port || 7687), isTls: protocol.endsWith('+s:') },
    { say: proposal, isWhole: (heard) => heard.length >= 4, signal },
  );
  // Zeros: none of the versions. A web server begins its answer with HTTP.
  return answer.readUInt32BE(0) !== 0 && answer.toString('latin1', 0, 4) !== 'HTTP';
}

const OP_MSG = 2013;
const OK_IS_ONE = Buffer.from('\u0001ok\0\0\0\0\0\0\0\u00f0\u003f', 'latin1');

/** OP_MSG with the document { hello: 1, $db: 'admin' }, which needs no login. */
function makeHello(): Buffer {
  const int = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    return bytes;
  };
  const text = (value: string): Buffer => Buffer.from(`${value}\0`);
  const hello = [Buffer.from([0x10]), text('hello'), int(1)];
  const database = [Buffer.from([0x02]), text('$db'), int('admin'.length + 1), text('admin')];
  const fields = Buffer.concat([...hello, ...database, Buffer.from([0])]);
  const document = Buffer.concat([int(fields.length + 4), fields]);
  const flagsAndKind = Buffer.alloc(5);
  const length = 16 + flagsAndKind.length + document.length;
  return Buffer.concat([int(length), int(1), int(0), int(OP_MSG), flagsAndKind, document]);
}

/** One of its hosts that answers `hello` is enough. */
async function askMongo(url: string, signal: AbortSignal): Promise<boolean> {
  const { hosts, isTls } = await mongoHosts(url);
  return Promise.any(
    hosts.map(async (host) => {
      const answer = await converse(
        { ...host, isTls },
        {
          say: makeHello(),
          isWhole: (heard) => heard.length >= 16 && heard.length >= heard.readInt32LE(0),
          signal,
        },
      );
      if (answer.readInt32LE(12) !== OP_MSG || !answer.includes(OK_IS_ONE)) throw new Error('no MongoDB');
      return true;
    }),
  );
}

async function mongoHosts(url: string): Promise<{ hosts: { host: string; port: number }[]; isTls: boolean }> {
  const [, srv, list = '', options = ''] =
    /^mongodb(\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)[^?]*(?:\?(.*))?$/.exec(url) ?? [];
  const asked = new URLSearchParams(options);
  const isTls = (asked.get('tls') ?? asked.get('ssl') ?? String(srv !== undefined)) === 'true';
  if (srv) {
    const found = await resolveSrv(`_mongodb._tcp.${list}`);
    return { hosts: found.map(({ name, port }) => ({ host: name, port })), isTls };
  }
  const hosts = list.split(',').map((pair) => {
    const { hostname, port } = new URL(`tcp://${pair}`);
    return { host: bare(hostname), port: Number(port || 27017) };
  });
  return { hosts, isTls };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Says something over a connection of its own, and resolves to what was heard once it is whole. */
function converse(
  to: { host: string; port: number; isTls: boolean },
  { say, isWhole, signal }: { say: Buffer; isWhole: (heard: Buffer) => boolean; signal: AbortSignal },
): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const { host, port } = to;
    const socket = to.isTls
      ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host, port });
    let heard = Buffer.alloc(0);
    const fail = (): void => void socket.destroy(new Error('no answer'));
    signal.addEventListener('abort', fail, { once: true });
    socket.once(to.isTls ? 'secureConnect' : 'connect', () => socket.write(say));
    socket.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk]);
      if (isWhole(heard)) {
        resolve(heard);
        socket.destroy();
      } else if (heard.length > MAX_ANSWER_BYTES) fail();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', fail);
      reject(new Error('the connection was closed'));
    });
  });
}
