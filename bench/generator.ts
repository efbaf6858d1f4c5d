import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { Load, Measured } from './load.ts';

// The load: requests one after another on each of many connections, written and read as bytes, so that it takes little of the
// machine that it shares with what it measures. A process of its own. Started with a Load as JSON; prints a Measured as JSON.

const load = JSON.parse(process.argv[2] ?? '') as Load;
const { hostname, port, host } = new URL(load.url);
const { pathname, search } = new URL(load.url);
const bodies = load.bodies?.map((body) => ({ body, length: Buffer.byteLength(body) })) ?? null;
const headers = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}\r\n`);
const head = `${bodies ? 'POST' : 'GET'} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('')}`;
// Each start has buyers of its own.
const run = randomBytes(4).toString('hex');
const READ_BYTES = 256 * 1024; // more than any answer that is loaded

const latenciesMs: number[] = [];
let number = 0;
let requests = 0;
let failures = 0;
let endMs = 0;
const offset = randomBytes(3).readUIntBE(0, 3);

/** Where there is a body, every request is another buyer from another address. */
function nextRequest(): string {
  if (!bodies) return `${head}\r\n`;
  number += 1;
  const address = (offset + number) & 0xffffff;
  const { body, length } = bodies[number % bodies.length] ?? { body: '', length: 0 };
  const low = (0x1000000 + (number & 0xffffff)).toString(16).slice(1);
  return `${head}x-device-id: ${run}-${low.slice(0, 4)}-4000-8000-${low}${low}\r\nx-forwarded-for: 10.${address >> 16}.${(address >> 8) & 255}.${address & 255}\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

/** How long the answer is that begins here; null where its end has not come yet. */
function lengthOf(text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const words = /\r\ncontent-length: (\d+)/i.exec(text);
  if (words) {
    const length = headEnd + 4 + Number(words[1]);
    return text.length >= length ? length : null;
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(text)) return headEnd + 4;
  const last = text.indexOf('0\r\n\r\n', headEnd + 4);
  return last < 0 ? null : last + 5;
}

/** Resolves when the connection has had its last answer. */
function runConnection(): { opened: Promise<void>; start(): Promise<void> } {
  let startedAtMs = 0;
  let rest = '';
  let finish: () => void = () => {};
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const send = (socket: Socket): void => {
    startedAtMs = performance.now();
    if (startedAtMs >= endMs) {
      socket.destroy();
      finish();
    } else socket.write(nextRequest(), 'latin1');
  };
  const take = (count: number, buffer: Buffer): boolean => {
    rest += buffer.toString('latin1', 0, count);
    const length = lengthOf(rest);
    if (length === null) return true;
    const status = rest.charCodeAt(9) - 48;
    rest = rest.slice(length);
    const nowMs = performance.now();
    // Those that end too late for the rate have cost their share of processor time too.
    requests += 1;
    if (nowMs <= endMs) latenciesMs.push(nowMs - startedAtMs);
    if (status !== 2 && status !== 3) failures += 1;
    send(socket);
    return true;
  };
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(READ_BYTES), callback: (count, buffer) => take(count, buffer as Buffer) },
  });
  const opened = new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.on('error', () => {
    failures += 1;
    finish();
  });
  socket.on('end', () => finish());
  return {
    opened,
    start: () => {
      send(socket);
      return ended;
    },
  };
}

const connections = Array.from({ length: load.connections }, runConnection);
await Promise.all(connections.map(({ opened }) => opened));
const cpuBefore = process.cpuUsage();
endMs = performance.now() + load.seconds * 1000;
await Promise.all(connections.map(({ start }) => start()));
const cpu = process.cpuUsage(cpuBefore);

const sorted = Float64Array.from(latenciesMs).sort();
const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
const measured: Measured = {
  requestsPerSecond: sorted.length / load.seconds,
  requests,
  failures,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  loadMicros: cpu.user + cpu.system,
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
