import { randomBytes } from 'node:crypto';
import { ANY_BUYER, type Load } from './load.ts';
import { isGood, openConnection } from './raw-connection.ts';
import { tell } from './tell-measured.ts';

// The load: requests one after another on each of many connections. A process of its own, so that its work is nobody's but the
// machine's. Started with a Load as JSON; prints a Measured as JSON.

const load = JSON.parse(process.argv[2] ?? '') as Load;
const { pathname, search, host } = new URL(load.url);
const bodies =
  load.bodies?.map((body) => ({ parts: body.split(ANY_BUYER), length: Buffer.byteLength(body) })) ?? null;
const headers = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}\r\n`);
const head = `${bodies ? 'POST' : 'GET'} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('')}`;
// Each start has buyers of its own.
const run = randomBytes(4).toString('hex');
const offset = randomBytes(3).readUIntBE(0, 3);
let number = 0;

/** With a body, every request is another buyer from another address. */
function nextRequest(): string {
  if (!bodies) return `${head}\r\n`;
  number += 1;
  const address = (offset + number) & 0xffffff;
  const { parts, length } = bodies[number % bodies.length] ?? { parts: [], length: 0 };
  const low = (0x1000000 + (number & 0xffffff)).toString(16).slice(1);
  const buyer = `${run}-${low.slice(0, 4)}-4000-8000-${low}${low}`;
  const body = parts.join(buyer);
  return `${head}x-device-id: ${buyer}\r\nx-forwarded-for: 10.${address >> 16}.${(address >> 8) & 255}.${address & 255}\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

await tell(
  load,
  async (connection) => {
    const startedAtMs = performance.now();
    const answer = await connection.ask(nextRequest());
    return { isGood: isGood(answer), tookMs: performance.now() - startedAtMs };
  },
  openConnection,
);
