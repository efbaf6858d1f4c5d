import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The files of a ZIP that stores them as they are, by their names. Fails where anything of it is not as the format says. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), 0x06054b50, 'it ends with its directory’s end');
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50);
    assert.equal(zip.readUInt16LE(at + 10), 0, 'stored');
    const [sum, size, nameLength] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    assert.equal(zip.readUInt32LE(local), 0x04034b50);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    assert.equal(crc32(bytes), sum, name);
    assert.ok(!files.has(name), `${name} is there once`);
    files.set(name, bytes);
    at += 46 + nameLength + zip.readUInt16LE(at + 30);
  }
  return files;
}

type Field = { key: string; label: string; value: string; changeMessage?: string };
export type ReadPass = {
  text: Record<string, unknown> & {
    serialNumber: string;
    authenticationToken?: string;
    voided: boolean;
    barcodes?: { format: string; message: string; messageEncoding: string; altText: string }[];
  };
  fields: Map<string, Field>;
  files: Map<string, Buffer>;
  manifest: Buffer;
  signature: Buffer;
};

const REQUIRED = [
  'formatVersion',
  'passTypeIdentifier',
  'teamIdentifier',
  'serialNumber',
  'organizationName',
  'description',
];
const KNOWN = new Set([
  ...REQUIRED,
  ...`logoText webServiceURL authenticationToken backgroundColor foregroundColor labelColor relevantDate expirationDate locations
   sharingProhibited voided barcodes eventTicket`.split(/\s+/),
]);
// In pixels, at each scale: the width and the height that a picture may have at most.
const SIZES: Record<string, [number, number]> = {
  'icon.png': [29, 29],
  'icon@2x.png': [58, 58],
  'icon@3x.png': [87, 87],
  'thumbnail.png': [90, 90],
  'thumbnail@2x.png': [180, 180],
};

/** A pass as a strict reader takes it: every file is in the manifest, with its hash, and nothing is there that Wallet does not know. */
export function readPass(bytes: Buffer): ReadPass {
  const files = unzip(bytes);
  const [manifest, signature] = [files.get('manifest.json'), files.get('signature')];
  assert(manifest && signature);
  const hashes = JSON.parse(manifest.toString()) as Record<string, string>;
  const listed = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature');
  assert.deepEqual(Object.keys(hashes).sort(), listed.sort());
  for (const name of listed)
    assert.equal(
      hashes[name],
      createHash('sha1')
        .update(files.get(name) ?? '')
        .digest('hex'),
      name,
    );
  const text = JSON.parse(String(files.get('pass.json'))) as ReadPass['text'] & {
    eventTicket: Record<string, Field[]>;
  };
  assert.equal(text['formatVersion'], 1);
  for (const name of REQUIRED) assert.ok(text[name], name);
  assert.deepEqual(
    Object.keys(text).filter((name) => !KNOWN.has(name)),
    [],
  );
  assert.ok((text.authenticationToken?.length ?? 16) >= 16, 'Wallet asks for sixteen characters');
  assert.ok(files.has('icon.png'), 'without an icon Wallet takes no pass');
  for (const name of listed.filter((one) => one.endsWith('.png'))) {
    const picture = files.get(name) ?? Buffer.alloc(0);
    assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    const [width, height] = SIZES[name] ?? [0, 0];
    assert.ok(
      picture.readUInt32BE(16) <= width && picture.readUInt32BE(20) <= height,
      `${name} is too large`,
    );
  }
  const all = Object.values(text.eventTicket).flat();
  assert.equal(new Set(all.map(({ key }) => key)).size, all.length, 'each field has a key of its own');
  return { text, fields: new Map(all.map((field) => [field.key, field])), files, manifest, signature };
}
