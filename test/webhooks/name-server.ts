import { createSocket } from 'node:dgram';
import { BlockList, isIPv6 } from 'node:net';
import type { TestContext } from 'node:test';

// The other kind that is asked for is A.
const AAAA = 28;

/**
 * A name server that answers what a test wants, question by question: a name may mean another address every time it is asked
 * for. Speaks as much DNS as that takes.
 */
export async function startNameServer(
  t: Pick<TestContext, 'after'>,
  answer: (name: string, asked: number) => string[],
): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const times = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, questionEnd } = readQuestion(query);
    asked.push(`${type === AAAA ? 'AAAA' : 'A'} ${name}`);
    // Both questions of one look-up count as one.
    const time = (times.get(`${type} ${name}`) ?? 0) + 1;
    times.set(`${type} ${name}`, time);
    const addresses = answer(name, time).filter((address) => isIPv6(address) === (type === AAAA));
    const head = Buffer.from(query.subarray(0, 12));
    // An answer, recursion available, no error.
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) => {
      const bytes = toBytes(address);
      const record = Buffer.alloc(12 + bytes.length);
      // The name is the one at byte 12, the question's; class IN, no time to live.
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(bytes.length, 10);
      bytes.copy(record, 12);
      return record;
    });
    socket.send(Buffer.concat([head, query.subarray(12, questionEnd), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { name: string; type: number; questionEnd: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), questionEnd: at + 5 };
}

function toBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  // A block list writes an address out in one form only.
  const list = new BlockList();
  list.addAddress(address, 'ipv6');
  const [head = '', tail] = (/IPv6 (.*)$/.exec(list.rules[0] ?? '')?.[1] ?? address).split('::');
  const words = (text: string): string[] => (text === '' ? [] : text.split(':')).flatMap(asWords);
  const [before, after] = [words(head), words(tail ?? '')];
  const middle = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...middle, ...after].map((word) => word.padStart(4, '0')).join(''), 'hex');
}

/** The dotted end of an IPv4-mapped address is two words. */
function asWords(part: string): string[] {
  if (!part.includes('.')) return [part];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}
