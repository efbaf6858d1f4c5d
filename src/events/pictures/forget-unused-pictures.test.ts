import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { access, mkdtemp, rm, writeFile, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { encodePicture, type EncodedPicture } from '../../media/encode-picture.ts';
import { openFolderStore, type MediaStore } from '../../media/media-store.ts';
import { deleteDraft } from '../delete-draft.ts';
import { duplicateEvent } from '../duplicate-event.ts';
import { addPicture } from './add-picture.ts';
import { addToGallery, removeFromGallery } from './change-gallery.ts';
import { changePoster } from './change-poster.ts';
import { forgetUnusedPicturesJob } from './forget-unused-pictures.ts';
import { storePicture } from './store-picture.ts';
import { lockFilesOf, type StoredPicture } from './stored-picture.ts';

let on: TestApp;
let host: TestHost;
let dataDir: string;
let mediaDir: string;
let media: MediaStore;
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-pictures-'));
  mediaDir = path.join(dataDir, 'media');
  media = await openFolderStore(mediaDir);
  on = await startTestApp({ environment: { DATA_DIR: dataDir } });
  host = await makeHost(on);
});
after(async () => {
  assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
  await rm(dataDir, { recursive: true, force: true });
});

let hue = 0;
/** Each of another colour, unless it is given twice. */
async function draw(): Promise<EncodedPicture> {
  hue += 1;
  const create = { width: 400, height: 300, channels: 3, background: { r: hue * 9, g: 80, b: 200 } } as const;
  return encodePicture(await sharp({ create }).png().toBuffer(), null);
}

const add = (picture: EncodedPicture, eventId: string | null): Promise<StoredPicture> =>
  storePicture({ database: on.app.database, media }, picture, (stored) =>
    on.app.database.transaction((tx) =>
      addPicture(tx, {
        hostId: host.hostId,
        eventId,
        actor: OPERATOR,
        eventName: '',
        stored,
        picture,
      }),
    ),
  );
const show = ({ pictureId }: StoredPicture, eventId: string): Promise<{ imageId: string }> =>
  on.app.database.transaction((tx) =>
    addToGallery(tx, { hostId: host.hostId, eventId, actor: OPERATOR, pictureId, alt: '', at: null }),
  );
const hide = (imageId: string, eventId: string): Promise<unknown> =>
  on.app.database.transaction((tx) =>
    removeFromGallery(tx, { hostId: host.hostId, eventId, actor: OPERATOR, imageId }),
  );

const run = (): Promise<void> =>
  forgetUnusedPicturesJob(on.app.database, { media }).run(
    {},
    { jobId: '', attempt: 1, signal: new AbortController().signal },
  );
/** A little more than a day goes by for all that is not shown, and the job comes by before and after. */
async function aDayLater(): Promise<void> {
  await run();
  await on.app.database.query(`UPDATE pictures SET unused_since = unused_since - interval '25 hours'`);
  await run();
}

/** How many of its files are there: all or none. */
async function filesOf({ files }: EncodedPicture): Promise<'all' | 'none' | 'some'> {
  const found = await Promise.all(
    files.map(({ name }) =>
      access(path.join(mediaDir, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (found.every((isThere) => isThere)) return 'all';
  return found.some((isThere) => isThere) ? 'some' : 'none';
}
const rowsOf = async ({ files }: EncodedPicture): Promise<number> =>
  (await on.app.database.query('SELECT 1 FROM pictures WHERE $1 = ANY (files)', [files[0]?.name])).rows
    .length;

test('an upload that was given up goes after a day, with its files; what is shown stays, and what was shown goes a day later', async () => {
  const { eventId } = await makeEvent(on, host);
  const [givenUp, early, shown] = [await draw(), await draw(), await draw()];
  await add(givenUp, eventId);
  await add(early, null);
  const { imageId } = await show(await add(shown, eventId), eventId);
  await run();
  assert.deepEqual([await filesOf(givenUp), await filesOf(shown)], ['all', 'all'], 'not before a day');
  await aDayLater();
  assert.deepEqual([await rowsOf(givenUp), await filesOf(givenUp)], [0, 'none']);
  assert.deepEqual([await rowsOf(early), await filesOf(early)], [0, 'none']);
  assert.deepEqual([await rowsOf(shown), await filesOf(shown)], [1, 'all']);

  await hide(imageId, eventId);
  await run();
  assert.equal(await filesOf(shown), 'all', 'its removal can be taken back');
  await aDayLater();
  assert.deepEqual([await rowsOf(shown), await filesOf(shown)], [0, 'none']);
});

test('files that two pictures share stay until the last of them goes', async () => {
  const [one, two] = [await makeEvent(on, host), await makeEvent(on, host)];
  const same = await draw();
  const first = await show(await add(same, one.eventId), one.eventId);
  const second = await show(await add(same, two.eventId), two.eventId);
  await hide(first.imageId, one.eventId);
  await aDayLater();
  assert.equal(await filesOf(same), 'all');
  // One more that nobody shows yet keeps them too, however old the others are.
  await hide(second.imageId, two.eventId);
  await run();
  await on.app.database.query(`UPDATE pictures SET unused_since = unused_since - interval '25 hours'`);
  await add(same, null);
  await run();
  assert.deepEqual([await rowsOf(same), await filesOf(same)], [1, 'all']);
  await aDayLater();
  assert.deepEqual([await rowsOf(same), await filesOf(same)], [0, 'none']);
});

test('a picture uploaded again in the moment its files go is there afterwards; one that is about to go is shown by nobody', async () => {
  const { eventId } = await makeEvent(on, host);
  for (let round = 0; round < 4; round++) {
    const same = await draw();
    const old = await add(same, eventId);
    await run();
    await on.app.database.query(`UPDATE pictures SET unused_since = unused_since - interval '25 hours'`);
    let again: Promise<StoredPicture> | undefined;
    let forgetting: Promise<void> | undefined;
    // Both begin, and wait for the same files; one of them is first.
    await on.app.database.transaction(async (tx) => {
      await lockFilesOf(tx, old.file);
      if (round % 2 === 0) forgetting = run();
      again = add(same, eventId);
      forgetting ??= run();
      await untilWaiting(2);
    });
    await Promise.all([again, forgetting]);
    assert.deepEqual([await rowsOf(same), await filesOf(same)], [1, 'all'], `round ${round}`);
    await assert.rejects(show(old, eventId), { field: 'pictureId' });
    const stored = await again;
    assert.ok(stored);
    await show(stored, eventId);
  }
});

test('files go after it is on record that nobody shows them: who stops in between goes on with them', async () => {
  const { eventId } = await makeEvent(on, host);
  const picture = await draw();
  const stored = await add(picture, eventId);
  await run();
  await on.app.database.query(
    `UPDATE pictures SET unused_since = unused_since - interval '25 hours', is_forgotten = true WHERE id = $1`,
    [stored.pictureId],
  );
  await assert.rejects(show(stored, eventId), { field: 'pictureId' });
  await run();
  assert.deepEqual([await rowsOf(picture), await filesOf(picture)], [0, 'none']);
});

test('a copy keeps its pictures when the draft that it was made from is deleted, and the draft leaves no files', async () => {
  const { eventId } = await makeEvent(on, host, { status: 'DRAFT' });
  const [poster, inGallery, own] = [await draw(), await draw(), await draw()];
  const { pictureId } = await add(poster, eventId);
  await on.app.database.transaction((tx) =>
    changePoster(tx, { hostId: host.hostId, eventId, actor: OPERATOR, version: 1, pictureId }),
  );
  await show(await add(inGallery, eventId), eventId);
  const copyId = randomUUIDv7();
  const about = { hostId: host.hostId, actor: OPERATOR };
  await on.app.database.transaction((tx) =>
    duplicateEvent(tx, { ...about, eventId, copyId, name: 'The copy', startsAt: '2091-06-01T20:00' }),
  );
  await show(await add(own, eventId), eventId);
  await on.app.database.transaction((tx) => deleteDraft(tx, { ...about, eventId }));
  await aDayLater();
  await aDayLater();
  assert.deepEqual([await filesOf(poster), await filesOf(inGallery)], ['all', 'all']);
  assert.equal(await filesOf(own), 'none', 'nobody else shows it');
  await on.app.database.transaction((tx) => deleteDraft(tx, { ...about, eventId: copyId }));
  await aDayLater();
  assert.deepEqual([await filesOf(poster), await filesOf(inGallery)], ['none', 'none']);
});

test('half-stored files of a killed process go after a day', async () => {
  const [old, fresh] = ['a.jpg.1.new', 'b.jpg.2.new'].map((name) => path.join(mediaDir, name));
  assert.ok(old && fresh);
  await Promise.all([writeFile(old, ''), writeFile(fresh, '')]);
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await run();
  await assert.rejects(access(old));
  await access(fresh);
});

test('files whose row was never written go after a week; those of a picture that is known stay', async () => {
  const { eventId } = await makeEvent(on, host);
  const [lost, fresh, known, shown] = [await draw(), await draw(), await draw(), await draw()];
  for (const picture of [lost, fresh])
    for (const { name, bytes } of picture.files) await media.put(name, bytes);
  await add(known, eventId);
  // Of a copy of a deleted draft: one file is named, the others are known by its name, and there is no row.
  const poster = await add(shown, eventId);
  const change = { hostId: host.hostId, eventId, actor: OPERATOR, version: 1, pictureId: poster.pictureId };
  await on.app.database.transaction((tx) => changePoster(tx, change));
  await on.app.database.query('DELETE FROM pictures WHERE id = $1', [poster.pictureId]);
  const aWeekAgo = Date.now() / 1000 - 8 * 86_400;
  for (const { files } of [lost, known, shown])
    for (const { name } of files) await utimes(path.join(mediaDir, name), aWeekAgo, aWeekAgo);
  await run();
  assert.deepEqual(await Promise.all([lost, fresh, known, shown].map(filesOf)), [
    'none',
    'all',
    'all',
    'all',
  ]);
});

test('a picture of which one file or the row can’t be stored leaves no file, unless somebody else has it', async () => {
  const { eventId } = await makeEvent(on, host);
  const [halfStored, refused, others] = [await draw(), await draw(), await draw()];
  await add(others, eventId);
  let left = 2;
  const full: MediaStore = {
    ...media,
    put: async (name, bytes) => {
      if (left-- === 0) throw new Error('no space');
      await media.put(name, bytes);
    },
  };
  const { database } = on.app;
  const neverRecorded = (): Promise<never> => assert.fail('a row of files that are not there');
  await assert.rejects(storePicture({ database, media: full }, halfStored, neverRecorded), /no space/);
  assert.equal(await filesOf(halfStored), 'none');
  for (const picture of [refused, others])
    await assert.rejects(
      storePicture({ database, media }, picture, () => Promise.reject(new Error('no row'))),
      /no row/,
    );
  assert.deepEqual([await filesOf(refused), await filesOf(others)], ['none', 'all']);
});

test('two upload the same, and one of them fails: the other’s picture has all its files', async () => {
  const { eventId } = await makeEvent(on, host);
  const same = await draw();
  const { database } = on.app;
  const failed = Promise.withResolvers<never>();
  // Both have stored their files; the one that fails takes them away before the other has its row.
  const hasStored = Promise.withResolvers<void>();
  const failing = storePicture({ database, media }, same, () => {
    hasStored.resolve();
    return failed.promise;
  });
  let turns = 0;
  const good = storePicture({ database, media }, same, async (stored) => {
    if (turns++ === 0) {
      await hasStored.promise;
      failed.reject(new Error('no row'));
      await assert.rejects(failing, /no row/);
    }
    const about = { hostId: host.hostId, eventId, actor: OPERATOR, eventName: '' };
    return database.transaction((tx) => addPicture(tx, { ...about, stored, picture: same }));
  });
  await Promise.all([assert.rejects(failing, /no row/), good]);
  assert.deepEqual([turns, await rowsOf(same), await filesOf(same)], [2, 1, 'all']);
});

/** Until so many wait for a lock that somebody has. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await on.app.database.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (rows.length >= count) return;
  }
}
