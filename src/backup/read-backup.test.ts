import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { BackupError } from './backup-error.ts';
import { FACTS_FILE, type BackupFacts } from './backup-facts.ts';
import { CHECKSUMS_FILE, withChecksums } from './checksums.ts';
import { readBackup } from './read-backup.ts';
import { refuseMissingKeys, restoreBackup } from './restore-backup.ts';
import { entryOf, writeTar, type TarEntry } from './tar.ts';

const IMAGE = `media/${'a1'.repeat(20)}.png`;
const FACTS: BackupFacts = {
  format: 1,
  release: '0.1.0',
  madeAt: '2026-11-17T01:30:43.315Z',
  platform: `${process.platform}-${process.arch}`,
  postgresMajor: 18,
  migrations: [],
  secretKeys: ['0123456789ab'],
  holdsSecretKey: false,
};

let folder: string;
before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'tessera-backup-'))));
after(() => rm(folder, { recursive: true, force: true }));

const factsEntry = (facts: object = FACTS): TarEntry =>
  entryOf(FACTS_FILE, Buffer.from(JSON.stringify(facts)));
const emptyFolder = (name: string): TarEntry => ({ ...entryOf(name, Buffer.alloc(0)), kind: 'folder' });
const usual = (): TarEntry[] => [
  factsEntry(),
  emptyFolder('postgres/base'),
  entryOf('postgres/base/1.1_fsm', randomBytes(3_000)),
  entryOf('postgres/PG_VERSION', Buffer.from('18\n')),
  entryOf('postgres/empty', Buffer.alloc(0)),
  entryOf(IMAGE, randomBytes(512)),
];

const pack = (entries: TarEntry[]): Promise<Buffer> =>
  buffer(writeTar(withChecksums(Readable.from(entries) as AsyncIterable<TarEntry>)));

let count = 0;
async function store(bytes: Buffer): Promise<string> {
  const file = path.join(folder, `${++count}.tar.gz`);
  await writeFile(file, bytes);
  return file;
}

async function readAll(bytes: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  await readBackup(await store(bytes), {
    facts: async () => {},
    entry: async ({ name, content }) => void found.set(name, await buffer(content)),
  });
  return found;
}

/** A tar whose header of the named entry is changed, with a checksum that fits again. */
function forge(tar: Buffer, name: string, change: (header: Buffer) => void): Buffer {
  const forged = Buffer.from(tar);
  const header = forged.subarray(forged.indexOf(`${name}\0`)).subarray(0, 512);
  change(header);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return forged;
}

test('a backup is read as it was written, and tar and sha256sum read the same', async () => {
  const entries = usual();
  const bytes = gzipSync(await pack(entries));
  const found = await readAll(bytes);
  assert.deepEqual(
    [...found.keys()],
    ['postgres/base', 'postgres/base/1.1_fsm', 'postgres/PG_VERSION', 'postgres/empty', IMAGE],
  );
  assert.equal(found.get('postgres/PG_VERSION')?.toString(), '18\n');
  const unpacked = path.join(folder, 'unpacked');
  await mkdir(unpacked);
  const file = await store(bytes);
  await promisify(execFile)('tar', ['-xzf', file, '-C', unpacked]);
  const { stdout } = await promisify(execFile)('sha256sum', ['-c', CHECKSUMS_FILE], { cwd: unpacked });
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': ')[1]),
    ['OK', 'OK', 'OK', 'OK', 'OK'],
  );
});

test('a backup that is cut short anywhere is refused', async () => {
  const bytes = gzipSync(await pack(usual()));
  for (let length = 0; length < bytes.length; length += 37)
    await assert.rejects(readAll(bytes.subarray(0, length)), BackupError, `${length} bytes`);
  await assert.rejects(readAll(bytes.subarray(0, -1)), BackupError);
  // Cut within the tar, and packed anew.
  const tar = await pack(usual());
  for (const length of [0, 512, 1_000, tar.length - 4_096])
    await assert.rejects(
      readAll(gzipSync(tar.subarray(0, length))),
      BackupError,
      `${length} bytes of the tar`,
    );
});

function isPackedAs(bytes: Buffer, tar: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(tar);
  } catch {
    return false;
  }
}

test('one byte that is another is found, wherever it is', async () => {
  const tar = await pack(usual());
  const bytes = gzipSync(tar);
  // The first ten bytes say when it was packed, and by what: nothing depends on them.
  for (let at = 10; at < bytes.length; at += 23) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    // Some bits only fill up a byte: without them it is still the same backup.
    if (!isPackedAs(flipped, tar)) await assert.rejects(readAll(flipped), BackupError, `byte ${at}`);
  }
  // And where somebody packed it anew, so that only our own checksums can tell.
  for (const name of ['postgres/PG_VERSION', IMAGE, FACTS_FILE, CHECKSUMS_FILE]) {
    const flipped = Buffer.from(tar);
    const at = flipped.indexOf(`${name}\0`) + 512;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await assert.rejects(readAll(gzipSync(flipped)), BackupError, name);
  }
});

test('names that lead elsewhere, and what is neither file nor folder, are refused before they are written', async () => {
  const names = [
    '../evil',
    'postgres/../../evil',
    'postgres/..',
    'postgres/./x',
    '/etc/evil',
    'postgres//evil',
    'postgres/a\\b',
    'postgres/a\nb',
    'media/evil.png',
    `media/../${IMAGE}`,
    'mailbox/1.json',
    'lock',
    '',
  ];
  for (const name of names) {
    const tar = await pack([factsEntry(), entryOf(name, Buffer.from('evil'))]);
    await assert.rejects(readAll(gzipSync(tar)), /does not belong in a backup/, name);
  }
  const tar = await pack(usual());
  for (const type of ['1', '2', '3', '4', '6', '7', 'L', 'x', 'g', 'S']) {
    const forged = forge(tar, 'postgres/empty', (header) => void header.write(type, 156));
    await assert.rejects(readAll(gzipSync(forged)), /neither a plain file nor a folder/, type);
  }
  const linked = forge(tar, 'postgres/empty', (header) => void header.write('/etc/passwd', 157));
  await assert.rejects(readAll(gzipSync(linked)), /neither a plain file nor a folder/);
  const prefixed = forge(tar, 'postgres/empty', (header) => void header.write('../..', 345));
  await assert.rejects(readAll(gzipSync(prefixed)), /neither a plain file nor a folder/);
});

test('a file twice, none at all, or something else first or last, is no backup', async () => {
  const twice = entryOf('postgres/PG_VERSION', Buffer.from('18\n'));
  await assert.rejects(readAll(gzipSync(await pack([...usual(), twice]))), /is in it twice/);
  await assert.rejects(readAll(gzipSync(await pack([]))), /not a backup of Tessera/);
  await assert.rejects(readAll(gzipSync(await pack(usual().slice(1)))), /not a backup of Tessera/);
  const tar = await pack(usual());
  const more = Buffer.concat([
    tar.subarray(0, -1_024),
    await pack([entryOf('postgres/x', Buffer.from('x'))]),
  ]);
  await assert.rejects(readAll(gzipSync(more)), /something comes after its checksums/);
  await assert.rejects(readAll(gzipSync(Buffer.concat([tar, Buffer.from('x')]))), /more after its end/);
  await assert.rejects(readAll(Buffer.from('no gzip at all')), /is damaged/);
  await assert.rejects(
    readBackup(path.join(folder, 'none'), {
      facts: async () => assert.fail(),
      entry: async () => assert.fail(),
    }),
    /There is no file/,
  );
});

const ALL_OF_BEFORE = [
  ...Array.from({ length: 142 }, (_, nr) => `${nr}_earlier.sql`),
  '0153_check_in_hours_valid.sql',
];

test('a backup of a newer release, another machine or another PostgreSQL is refused with nothing written', async () => {
  const refusals: [object, RegExp][] = [
    [
      { ...FACTS, format: 2 },
      /newer release made this backup, in a format that this one can’t read: install that release first/,
    ],
    [
      { ...FACTS, release: '9.9.9', migrations: ['0001_baseline.sql', '9999_later.sql'] },
      /newer release made this backup \(9\.9\.9, with 9999_later\.sql, .*\): install that release/,
    ],
    [
      { ...FACTS, migrations: ['0001_jobs.sql'] },
      /from before the first release, and not up to date then \(it has run 1 of 143 migrations\): restore it with commit/,
    ],
    // All of them: it is taken over when it is started.
    [{ ...FACTS, migrations: ALL_OF_BEFORE }, /needs secret key 0123456789ab/],
    [{ ...FACTS, platform: 'sunos-sparc' }, /made on sunos-sparc, and this is/],
    [{ ...FACTS, postgresMajor: 99 }, /of PostgreSQL 99, and this release has \d+: restore it with release/],
    [{ ...FACTS, secretKeys: 'all' }, /can’t be read/],
    [FACTS, /needs secret key 0123456789ab: without it nobody can open/],
  ];
  for (const [facts, message] of refusals) {
    const file = await store(gzipSync(await pack([factsEntry(facts), ...usual().slice(1)])));
    const target = path.join(folder, `target-${count}`);
    await assert.rejects(restoreInto(target, file), message);
    assert.ok(!(await readdir(folder)).includes(path.basename(target)), 'nothing is left');
  }
});

test('a folder that holds something is refused, and left as it is', async () => {
  const target = path.join(folder, 'full');
  await mkdir(target);
  await writeFile(path.join(target, 'mine.txt'), 'mine');
  const file = await store(gzipSync(await pack(usual())));
  await assert.rejects(
    restoreInto(target, file),
    /full is not empty \(mine\.txt\): name a new folder with --into/,
  );
  assert.deepEqual(await readdir(target), ['mine.txt']);
});

test('the missing key is named, and so is the one that was given instead', () => {
  const given = { secretKeys: createSecretKeys(randomBytes(32)), text: null };
  const [wrong] = given.secretKeys.accepted;
  assert.throws(
    () => refuseMissingKeys(FACTS, given),
    new RegExp(`needs secret key 0123456789ab, and the one that was given is ${wrong?.id}:`),
  );
  assert.doesNotThrow(() => refuseMissingKeys({ ...FACTS, holdsSecretKey: true }, null));
  assert.doesNotThrow(() => refuseMissingKeys({ ...FACTS, secretKeys: [wrong?.id ?? ''] }, given));
});

const restoreInto = (target: string, file: string): Promise<unknown> =>
  restoreBackup({
    file,
    folder: target,
    given: null,
    readKeys: assert.fail,
    signal: new AbortController().signal,
    onProgress: () => {},
    step: (_name, work) => work(),
  });
