import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { makeEvent, type TestHost } from '../../../../test/harness/make-catalog.ts';
import type { SignedIn } from '../../../../test/harness/sign-in.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { openDetailsDesk, type DetailsDesk, type Made } from './details.fixture.ts';

suite('the headliners of an event', () => {
  let desk: DetailsDesk;
  let on: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  before(async () => {
    desk = await openDetailsDesk();
    ({ on, host, manager } = desk);
  });
  after(() => desk.close());

  test('headliners keep their ids and their order; those of other events are not touched', async () => {
    const [event, other] = [await makeEvent(on, host), await makeEvent(on, host)];
    const named = (...names: string[]) => names.map((name) => ({ headlinerId: null, name, role: '' }));
    const { headliners } = await desk.changed(event, { headliners: named('A', 'B', 'C') });
    const [a, b, c] = headliners;
    const [theirs] = (await desk.changed(other, { headliners: named('Theirs') })).headliners;
    const mixed = [c, { ...theirs, name: 'Taken' }, { ...b, role: 'Bass' }, b];
    const mine = (await desk.changed(event, { headliners: mixed })).headliners;
    assert.deepEqual(
      mine.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [
        ['C', ''],
        ['Taken', ''],
        ['B', 'Bass'],
        ['B', ''],
      ],
    );
    assert.deepEqual([mine[0].headlinerId, mine[2].headlinerId], [c.headlinerId, b.headlinerId]);
    for (const id of [a, b, theirs].map(({ headlinerId }) => headlinerId)) {
      assert.notEqual(mine[1].headlinerId, id);
      assert.notEqual(mine[3].headlinerId, id);
    }
    assert.equal((await desk.see(other)).details.headliners[0].name, 'Theirs');
    await desk.refused(
      event,
      { headliners: named(...Array.from({ length: 51 }, () => 'x')) },
      'headliners',
      /at most 50/,
    );
    await desk.refused(event, { headliners: named('') }, 'headliners[0].name', /Fill this in/);
  });

  test('a headliner shows a picture of its event, which is kept, removed and taken back; another event’s is refused', async () => {
    const [event, other] = [await makeEvent(on, host), await makeEvent(on, host)];
    const upload = async (of: Made, background: string): Promise<string> => {
      const create = { width: 400, height: 400, channels: 3, background } as const;
      const answer = await fetch(
        `${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${of.eventId}/pictures`,
        {
          method: 'POST',
          headers: {
            accept: 'application/json',
            cookie: manager.cookie,
            'sec-fetch-site': 'same-origin',
            'content-type': 'image/png',
          },
          body: new Uint8Array(await sharp({ create }).png().toBuffer()),
        },
      );
      return ((await answer.json()) as { file: string }).file;
    };
    const [red, blue] = [await upload(event, '#c00'), await upload(event, '#00c')];
    const imageUrl = async (): Promise<string | null> =>
      (await desk.read(event.slug)).body.data.headliners[0]?.imageURL;
    const shows = (file: string | null) =>
      until(`${file} to be shown`, async () => ((await imageUrl())?.split('/').at(-1) ?? null) === file);

    const entry = { headlinerId: null, name: 'Ọlá', role: 'Bass' };
    const [ola] = (await desk.changed(event, { headliners: [{ ...entry, imageFile: red }] })).headliners;
    assert.equal(ola.imageFile, red);
    await shows(red);
    const picture = await fetch(((await imageUrl()) ?? '').replace('localhost', '127.0.0.1'));
    assert.equal(picture.status, 200);
    assert.match((await desk.see(event)).pictures[red].srcset.webp, / 320w/);

    // Nothing said of it: it stays, and the name of its file does no harm.
    const { imageFile: _kept, ...unsaid } = ola;
    await desk.changed(event, { headliners: [{ ...unsaid, role: 'Drums' }] });
    await desk.changed(event, { headliners: [{ ...ola, role: 'Keys' }] });
    await shows(red);
    await desk.changed(event, { headliners: [{ ...ola, imageFile: blue }] });
    await shows(blue);
    await desk.changed(event, { headliners: [{ ...ola, imageFile: null }] });
    await shows(null);
    await desk.changed(event, { headliners: [ola] });
    await shows(red);
    // Taken back, it is a new one with the old one's picture.
    await desk.changed(event, { headliners: [] });
    const [again] = (await desk.changed(event, { headliners: [ola] })).headliners;
    assert.notEqual(again.headlinerId, ola.headlinerId);
    await shows(red);

    const theirs = await upload(other, '#0c0');
    const gone = /no longer exists/i;
    for (const imageFile of [theirs, 'nothing.jpg', '../secret'])
      await desk.refused(
        event,
        { headliners: [again, { ...entry, imageFile }] },
        'headliners[1].imageFile',
        gone,
      );
    await on.app.database.query('UPDATE pictures SET is_forgotten = true WHERE files @> ARRAY[$1]', [blue]);
    await desk.refused(
      event,
      { headliners: [{ ...again, imageFile: blue }] },
      'headliners[0].imageFile',
      gone,
    );
    assert.deepEqual((await desk.see(event)).details.headliners, [again]);
    // A file from before pictures had rows, or of the event that this is a copy of, is taken back as well.
    await on.app.database.query(`UPDATE headliners SET image_file = 'old.png' WHERE event_id = $1`, [
      event.eventId,
    ]);
    await desk.changed(event, { headliners: [] });
    await desk.changed(event, { headliners: [{ ...again, imageFile: 'old.png' }] });
    await shows('old.png');
  });
});
