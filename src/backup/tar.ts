import assert from 'node:assert/strict';

/** A plain file or a folder. Backups have nothing else in them, and nothing else is read. */
export type TarEntry = {
  name: string;
  kind: 'file' | 'folder';
  sizeBytes: number;
  /** To be read to its end before the next entry is asked for. */
  content: AsyncIterable<Buffer>;
};

/** The bytes are no tar, or one with something in it that no backup has. */
export class TarError extends Error {}

const BLOCK_BYTES = 512;
const MAGIC = 'ustar\0';
// The format has eleven octal digits for it. PostgreSQL's files are 1 GB at most.
const MAX_FILE_BYTES = 8 ** 11 - 1;
// The format could split longer names in two. None of ours is half as long.
const MAX_NAME_BYTES = 100;
const KINDS = new Map<string, TarEntry['kind']>([
  ['0', 'file'],
  ['\0', 'file'],
  ['5', 'folder'],
]);

export const entryOf = (name: string, bytes: Buffer): TarEntry => ({
  name,
  kind: 'file',
  sizeBytes: bytes.length,
  content: inOnePiece(bytes),
});

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** POSIX's ustar, which every tar reads. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield headerOf(entry);
    let writtenBytes = 0;
    for await (const chunk of entry.content) {
      writtenBytes += chunk.length;
      yield chunk;
    }
    assert.equal(writtenBytes, entry.sizeBytes, `${entry.name} has changed its size`);
    yield Buffer.alloc(paddingOf(entry.sizeBytes));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

const paddingOf = (sizeBytes: number): number => (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;

function headerOf({ name, kind, sizeBytes }: TarEntry): Buffer {
  assert.ok(Buffer.byteLength(name) <= MAX_NAME_BYTES, `the name is too long: ${name}`);
  assert.ok(sizeBytes <= MAX_FILE_BYTES, `${name} is too large`);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(kind === 'file' ? 0o600 : 0o700, 7), 100);
  // The person who restores owns the files.
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(sizeBytes, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(kind === 'file' ? '0' : '5', 156);
  header.write(`${MAGIC}00`, 257);
  header.write(`${octal(checksumOf(header), 6)} `, 148);
  return header;
}

/** The sum of the header's bytes, with the sum's own eight as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = createSource(bytes);
  for (;;) {
    const header = await source.take(BLOCK_BYTES);
    if (isZero(header)) break;
    const entry = readHeader(header);
    yield { ...entry, content: source.pass(entry.sizeBytes) };
    assert.equal(source.owed(), 0, `${entry.name} was not read to its end`);
    await source.take(paddingOf(entry.sizeBytes));
  }
  for await (const chunk of source.rest())
    if (!isZero(chunk)) throw new TarError('there is more after its end');
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

function readHeader(header: Buffer): Omit<TarEntry, 'content'> {
  const text = (from: number, to: number): string => {
    const field = header.subarray(from, to);
    const end = field.indexOf(0);
    return field.subarray(0, end === -1 ? undefined : end).toString('utf8');
  };
  const octal = (from: number, to: number): number => {
    const digits = text(from, to).trim();
    if (!/^[0-7]{1,12}$/.test(digits)) throw new TarError('a number in it can’t be read');
    return Number.parseInt(digits, 8);
  };
  if (header.toString('latin1', 257, 263) !== MAGIC || octal(148, 156) !== checksumOf(header))
    throw new TarError('it is not a tar file');
  const name = text(0, MAX_NAME_BYTES);
  const kind = KINDS.get(header.toString('latin1', 156, 157));
  if (!kind || text(157, 257) !== '' || text(345, 500) !== '')
    throw new TarError(`${JSON.stringify(name)} is neither a plain file nor a folder`);
  const sizeBytes = octal(124, 136);
  if (kind === 'folder' && sizeBytes > 0) throw new TarError(`the folder ${JSON.stringify(name)} has a size`);
  return { name: kind === 'folder' ? name.replace(/\/$/, '') : name, kind, sizeBytes };
}

/** Takes what comes in chunks of any size apart into pieces of the sizes that are asked for. */
function createSource(bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let owedBytes = 0;

  async function next(maxBytes: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { done, value } = await iterator.next();
      if (done) throw new TarError('it ends too early');
      rest = value;
    }
    const piece = rest.subarray(0, maxBytes);
    rest = rest.subarray(piece.length);
    return piece;
  }

  return {
    async take(sizeBytes: number): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for (let left = sizeBytes; left > 0;) {
        const piece = await next(left);
        pieces.push(piece);
        left -= piece.length;
      }
      return Buffer.concat(pieces);
    },
    pass(sizeBytes: number): AsyncGenerator<Buffer> {
      owedBytes = sizeBytes;
      return (async function* () {
        while (owedBytes > 0) {
          const piece = await next(owedBytes);
          owedBytes -= piece.length;
          yield piece;
        }
      })();
    },
    owed: (): number => owedBytes,
    async *rest(): AsyncGenerator<Buffer> {
      if (rest.length > 0) yield rest;
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    },
  };
}
