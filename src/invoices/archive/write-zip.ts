import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';

export type ZippedFile = {
  name: string;
  at: Date;
  bytes: Uint8Array;
  /** The same, deflated. Null: the file is stored as it is. */
  deflated: Uint8Array | null;
};

// A field of 16 or 32 bits that is full says: look into the ZIP64 record.
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
// 4.5 of the specification (APPNOTE.TXT of PKWARE) knows ZIP64; names are in UTF-8.
const VERSION = 45;
const UTF_8 = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const RECORDS_AT_ONCE = 1_000;

/**
 * A ZIP of files that are made while it is read: of these, one is in memory at a time, and of those that are done some 80 bytes each, for the
 * directory at the end. With more than 65,534 files or 4 GiB it is a ZIP64.
 */
export async function* writeZip(
  files: AsyncIterable<ZippedFile>,
): AsyncGenerator<Buffer | Uint8Array, void, undefined> {
  const directory: Buffer[] = [];
  let records: Buffer[] = [];
  let [count, offset] = [0, 0];
  for await (const file of files) {
    const facts = factsOf(file);
    const head = Buffer.concat([localHead(facts), facts.name]);
    records.push(directoryRecord(facts, offset));
    if (records.length === RECORDS_AT_ONCE) {
      directory.push(Buffer.concat(records));
      records = [];
    }
    count += 1;
    const kept = file.deflated ?? file.bytes;
    offset += head.length + kept.length;
    yield head;
    yield kept;
  }
  directory.push(Buffer.concat(records));
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield endOf({ count, size, offset });
}

type Facts = { name: Buffer; common: Buffer };

/** The fields that a file has in front of its bytes and in the directory alike, from the version on. */
function factsOf({ name: text, at, bytes, deflated }: ZippedFile): Facts {
  const name = Buffer.from(text);
  assert.ok(name.length < FULL_16 && bytes.length < FULL_32, 'each file of a ZIP is below 4 GiB');
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(UTF_8, 2);
  common.writeUInt16LE(deflated ? DEFLATED : STORED, 4);
  common.writeUInt16LE((at.getUTCSeconds() >> 1) | (at.getUTCMinutes() << 5) | (at.getUTCHours() << 11), 6);
  common.writeUInt16LE(
    at.getUTCDate() | ((at.getUTCMonth() + 1) << 5) | ((at.getUTCFullYear() - 1980) << 9),
    8,
  );
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE((deflated ?? bytes).length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(name.length, 22);
  return { name, common };
}

const localHead = ({ common }: Facts): Buffer => Buffer.concat([signature(0x04034b50), common]);

function directoryRecord({ name, common }: Facts, offset: number): Buffer {
  const isFar = offset >= FULL_32;
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  const more = Buffer.alloc(14);
  more.writeUInt32LE(Math.min(offset, FULL_32), 10);
  if (!isFar) return Buffer.concat([head, common, more, name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  // The extra field's length is the last of the common fields.
  const fields = Buffer.from(common);
  fields.writeUInt16LE(extra.length, 24);
  return Buffer.concat([head, fields, more, name, extra]);
}

function endOf({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, FULL_16), 8);
  end.writeUInt16LE(Math.min(count, FULL_16), 10);
  end.writeUInt32LE(Math.min(size, FULL_32), 12);
  end.writeUInt32LE(Math.min(offset, FULL_32), 16);
  const isLarge = count >= FULL_16 || size >= FULL_32 || offset >= FULL_32;
  return isLarge ? Buffer.concat([largeEndOf({ count, size, offset }), end]) : end;
}

/** The ZIP64 record, and where it stands. */
function largeEndOf({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(VERSION, 12);
  record.writeUInt16LE(VERSION, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
