import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { openRaw } from '../../../../test/harness/raw-socket.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { requireSpaceForBytes } from '../../../halls/plan-space.ts';
import { writeDraft } from '../../../halls/stored-plan.ts';
import { compare, toSend } from '../../../seating-plans/edits.ts';
import { MAX_PLAN_CHARACTERS } from '../../../seating-plans/limits.ts';
import { countSeats, type PlanRow, type SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import { findTemplate } from '../../../seating-plans/templates/templates.ts';
import { writePlan, writePretixPlan } from '../../../seating-plans/write-plan-file.ts';

suite('seating plans of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(() => on.close());

  const call = (rest: string, body?: object): Promise<Answer> =>
    askDashboard(on, `/hosts/${host.hostId}/seating-plans${rest}`, {
      as: owner,
      ...(body && { method: 'POST', body }),
    });
  const fine = async (rest: string, body?: object) => {
    const answer = await call(rest, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const create = async (body: object): Promise<string> =>
    (await fine('', { name: 'Hall', from: 'empty', ...body })).planId;
  const draftOf = async (planId: string): Promise<{ version: number; plan: SeatingPlan }> =>
    fine(`/${planId}/draft`);
  const renameRow = (plan: SeatingPlan, label: string): SeatingPlan => {
    const at = plan.objects.findIndex(({ type }) => type === 'row');
    return {
      ...plan,
      objects: plan.objects.map((object, nth) => (nth === at ? ({ ...object, label } as PlanRow) : object)),
    };
  };

  test('a plan is drawn edit by edit, published, changed, and taken back to what it was', async () => {
    const planId = await create({ name: 'Church', from: 'template', id: 'church' });
    const { plan, version } = await draftOf(planId);
    assert.equal(plan.name, 'Church');
    assert.deepEqual(plan.objects, findTemplate('church').objects);
    const first = await fine(`/${planId}/publish`, { version });
    assert.deepEqual(
      [first.number, first.changes.added, first.changes.renamed],
      [1, countSeats(findTemplate('church')), 0],
    );

    const renamed = renameRow(plan, 'ZZ');
    const shorter = { ...renamed, objects: renamed.objects.slice(0, -1) };
    const edits = [compare(plan, renamed), compare(renamed, shorter)].map(toSend);
    assert.deepEqual(await fine(`/${planId}/edits`, { version, edits }), { version: version + 1 });
    assert.deepEqual((await draftOf(planId)).plan.objects, shorter.objects);
    // Somebody else has it open as it was.
    const late = await call(`/${planId}/edits`, { version, edits });
    assert.deepEqual(
      [late.status, late.body.error_code, late.body.current],
      [409, 'changed_meanwhile', { version: version + 1 }],
    );
    // One that was sent again, since its answer was lost, is done once; with another key it is somebody else's.
    const again = await create({});
    const key = randomUUID();
    const none = [{ objects: [], order: null, rest: null }];
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await fine(`/${again}/edits`, { version: 1, key, edits: none }), { version: 2 });
    assert.equal((await draftOf(again)).version, 2);
    for (const other of [{ key: randomUUID() }, {}])
      assert.equal((await call(`/${again}/edits`, { version: 1, edits: none, ...other })).status, 409);
    await fine(`/${again}/edits`, { version: 2, edits: none });
    assert.equal((await call(`/${again}/edits`, { version: 1, key, edits: none })).status, 409);
    const second = await fine(`/${planId}/publish`, { version: version + 1 });
    assert.equal(second.number, 2);
    assert.ok(second.changes.renamed > 0);
    assert.ok(second.changes.removed > 0);

    const { data } = await fine(`/${planId}`);
    assert.deepEqual(
      data.versions.map(({ number }: { number: number }) => number),
      [2, 1],
    );
    assert.deepEqual([data.plan.published, data.plan.hasChanges], [2, false]);
    assert.deepEqual((await fine(`/${planId}/versions/1`)).plan.objects, plan.objects);
    await fine(`/${planId}/restore`, { version: version + 1, number: 1 });
    assert.deepEqual((await draftOf(planId)).plan.objects, plan.objects);
    assert.equal((await fine(`/${planId}`)).data.plan.hasChanges, true);
    await assert.rejects(
      on.app.database.query('UPDATE seating_plan_versions SET number = 9 WHERE plan_id = $1', [planId]),
      /append only/,
    );
    const { rows } = await on.app.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [planId],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['create', 'publish', 'draw', 'publish', 'restore'].map((deed) => `seating_plan.${deed}`),
    );
  });

  test('a draft that a version takes the place of is kept, unless it is a version itself; it comes back, and changes places', async () => {
    const planId = await create({ name: 'Church', from: 'template', id: 'church' });
    const { plan, version } = await draftOf(planId);
    const view = async () => (await fine(`/${planId}`)).data;
    const labelOf = async () =>
      ((await draftOf(planId)).plan.objects.find(({ type }) => type === 'row') as PlanRow).label;
    const draw = async (label: string): Promise<void> => {
      const now = await draftOf(planId);
      const edits = [toSend(compare(now.plan, renameRow(now.plan, label)))];
      await fine(`/${planId}/edits`, { version: now.version, edits });
    };
    const restore = async (number: number | null) =>
      fine(`/${planId}/restore`, { version: (await draftOf(planId)).version, number });
    const first = await labelOf();
    assert.equal((await view()).hasWork, true, 'never published');
    await fine(`/${planId}/publish`, { version });
    await draw('V2');
    await fine(`/${planId}/publish`, { version: version + 1 });
    assert.deepEqual([(await view()).hasWork, (await view()).former], [false, null]);
    const nothing = await call(`/${planId}/restore`, { version: version + 1, number: null });
    assert.deepEqual([nothing.status, nothing.body.error_code], [409, 'wrong_state']);
    // From version to version nothing is lost, so nothing is kept.
    await restore(1);
    assert.deepEqual([await labelOf(), (await view()).hasWork, (await view()).former], [first, false, null]);

    await draw('WORK');
    await restore(2);
    const kept = (await view()).former;
    assert.deepEqual([kept.seatCount, kept.instead], [countSeats(plan), (await draftOf(planId)).version]);
    // A host who tries one version after the other still has the work; the offer goes with the newest of them.
    await restore(1);
    const later = (await view()).former;
    assert.deepEqual([later.replacedAt, later.instead], [kept.replacedAt, (await draftOf(planId)).version]);
    await restore(null);
    assert.deepEqual([await labelOf(), (await view()).former, (await view()).hasWork], ['WORK', null, true]);

    // Work that was done in between changes places with it; done late, somebody else's work is in nobody's way.
    await restore(2);
    await draw('OTHER');
    await restore(null);
    assert.equal(await labelOf(), 'WORK');
    await restore(null);
    assert.equal(await labelOf(), 'OTHER');
    const late = await call(`/${planId}/restore`, { version, number: null });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    // So it is with a file.
    await fine(`/${planId}/import`, { version: (await draftOf(planId)).version, text: writePlan(plan) });
    assert.equal(await labelOf(), first);
    await restore(null);
    assert.equal(await labelOf(), 'OTHER');
  });

  test('a plan with mistakes is not published, and each is named; an empty one neither', async () => {
    const planId = await create({});
    const empty = await call(`/${planId}/publish`, { version: 1 });
    assert.deepEqual([empty.status, empty.body.error_code], [409, 'not_ready']);
    const { plan } = await draftOf(planId);
    const seat = (id: string, label: string, more: object = {}) => ({
      id,
      label,
      x: Number(label),
      y: 0,
      ...more,
    });
    const row = {
      type: 'row',
      id: 'r',
      section: 'stalls',
      label: 'A',
      spacing: 1,
      curve: 0,
      seats: [
        seat('a', '1', { category: 'standard' }),
        seat('b', '1', { category: 'standard' }),
        seat('c', '3'),
        seat('d', '4', { category: 'standard', companionOf: 'a' }),
      ],
    } as PlanRow;
    const edits = [toSend(compare(plan, { ...plan, objects: [row] }))];
    await fine(`/${planId}/edits`, { version: 1, edits });
    const { status, body } = await call(`/${planId}/publish`, { version: 2 });
    assert.deepEqual([status, body.error_code, body.current.count], [409, 'not_ready', 3]);
    assert.deepEqual(
      body.current.problems.map(
        ({ problem, seatId }: { problem: string; seatId: string }) => `${problem} ${seatId}`,
      ),
      ['no_category c', 'double_seat b', 'lost_companion d'],
    );
    assert.equal((await fine(`/${planId}`)).data.versions.length, 0);
  });

  test('edits that don’t fit, are no objects, or are too much, are refused in words; the draft stays', async () => {
    const planId = await create({ from: 'template', id: 'church' });
    const { plan, version } = await draftOf(planId);
    const [first] = plan.objects;
    const none = { objects: [], order: null, rest: null };
    const change = (id: string, next: unknown): object => ({
      ...none,
      objects: [{ id, after: next }],
    });
    const many = Array.from({ length: 21 }, (_, nth) => ({
      type: 'row',
      id: `many-${nth}`,
      section: 'nave',
      label: 'M',
      spacing: 1,
      curve: 0,
      seats: Array.from({ length: 1_000 }, (_seat, at) => ({
        id: `m${nth}-${at}`,
        label: `${at}`,
        x: at / 10,
        y: nth,
      })),
    }));
    const ids = plan.objects.map(({ id }) => id);
    const bad: [object[], RegExp][] = [
      [[change('x', { type: '__proto__', id: 'x' })], /kind of object/],
      [[change('x', { ...first, id: 'y' })], /id/],
      [[change(first?.id ?? '', { ...first, width: 'wide' })], /a number from 0.01 to 2000/],
      [[change(first?.id ?? '', { ...first, more: 1 })], /out of date/],
      [[change(first?.id ?? '', null)], /order of drawing/],
      [[{ ...none, objects: [{ id: 'x', before: null, after: null }] }], /out of date/],
      [[{ ...none, order: { before: [], after: ids } }], /out of date/],
      [[{ ...none, rest: { before: {}, after: {} } }], /out of date/],
      [[{ ...none, order: { after: ['nobody'] } }], /ids of objects/],
      [[{ ...none, order: { after: [ids[0], ids[0]] } }], /once/],
      [[{ ...none, order: { after: 'abc' } }], /20,000 objects/],
      [[{ ...none, rest: { after: { ...plan, objects: [] } } }], /without objects/],
      [[{ ...none, rest: { after: { name: 'x' } } }], /Fill this in/],
      [
        [
          {
            objects: many.map((row) => ({ id: row.id, after: row })),
            order: { after: [...ids, ...many.map(({ id }) => id)] },
            rest: null,
          },
        ],
        /20,000 seats/,
      ],
    ];
    for (const [edits, says] of bad) {
      const { status, body } = await call(`/${planId}/edits`, { version, edits });
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(body.message, says);
    }
    // Not even parsed: a hundred times as large, this would take all the memory there is.
    const much = { version, edits: Array.from({ length: 100_001 }, () => []) };
    for (const [rest, body] of [
      [`/${planId}/edits`, much],
      [`/${planId}/import`, much],
      ['', much],
    ] as const) {
      const { status, body: said } = await call(rest, body);
      assert.deepEqual([status, said.error_code], [400, 'malformed_body'], rest);
      assert.match(said.message, /too large/);
    }
    assert.equal((await call(`/${planId}/edits`, { version, edits: [] })).status, 400);
    assert.equal(
      (await call(`/${planId}/edits`, { version, edits: Array.from({ length: 1_001 }, () => none) })).status,
      400,
    );
    assert.deepEqual(await draftOf(planId), { plan, version });
  });

  test('files become plans: ours, pretix’s and lists, with what was left out; hostile ones are refused', async () => {
    const ours = await create({ from: 'file', text: writePlan(findTemplate('cabaret')) });
    assert.deepEqual((await draftOf(ours)).plan.objects, findTemplate('cabaret').objects);
    const pretix = await fine('', {
      name: 'Elsewhere',
      from: 'file',
      text: writePretixPlan(findTemplate('cabaret')).replaceAll('"T2"', '"T1"'),
    });
    assert.deepEqual(
      pretix.notes.map(({ note }: { note: string }) => note),
      ['colors', 'renamed_seats'],
    );
    const list = await create({
      from: 'file',
      text: 'section,row,seat,type\nStalls,A,1,Front\nStalls,A,2,front',
    });
    const { plan, version } = await draftOf(list);
    assert.deepEqual(
      plan.categories.map(({ name }) => name),
      ['Front'],
    );
    const text = writePlan(findTemplate('church'));
    const imported = await fine(`/${list}/import`, { version, text });
    assert.deepEqual(imported, { version: version + 1, notes: [] });
    assert.equal((await fine(`/${list}`)).data.plan.seatCount, countSeats(findTemplate('church')));
    const twice = { ...findTemplate('church') };
    const hostile = [
      '{"format":"tessera-seating-plan"}',
      '[]',
      'null',
      'section,row\nA,B',
      '['.repeat(1_000),
      `{"format":"tessera-seating-plan","__proto__":{"x":1}}`,
      text.replace('"label":"1"', '"label":"\\ud800"'),
      writePlan({ ...twice, objects: [...twice.objects, ...twice.objects.slice(0, 1)] }),
    ];
    for (const file of hostile) {
      assert.equal((await call('', { name: 'x', from: 'file', text: file })).status, 400, file.slice(0, 80));
      const { status } = await call(`/${list}/import`, { version: version + 1, text: file });
      assert.equal(status, 400, file.slice(0, 80));
    }
    for (const [format, begins] of [
      ['json', /^\{\s*"format": "tessera-seating-plan"/],
      ['pretix', /"zones"/],
      ['csv', /^\uFEFF?section,row,seat/],
    ] as const) {
      const response = await fetch(
        `${on.publicUrl}/dashboard/hosts/${host.hostId}/seating-plans/${list}/file?format=${format}`,
        { headers: { cookie: owner.cookie } },
      );
      assert.equal(response.status, 200);
      assert.match(await response.text(), begins);
    }
  });

  test('a plan that was put away comes back where there is room for it in the list', async () => {
    const full = await makeHost(on);
    const member = await signInAs(on, full);
    const post = (rest: string, body: object): Promise<Answer> =>
      askDashboard(on, `/hosts/${full.hostId}/seating-plans${rest}`, { as: member, method: 'POST', body });
    const { planId } = (await post('', { name: 'Old', from: 'empty' })).body;
    assert.equal((await post(`/${planId}/archive`, { isArchived: true })).status, 200);
    await on.app.database.query(
      `INSERT INTO seating_plans (id, host_id, name, draft, seat_count, sketch)
       SELECT gen_random_uuid(), host_id, 'Hall ' || nr, draft, 0, sketch
         FROM seating_plans, generate_series(1, 200) AS nr WHERE id = $1`,
      [planId],
    );
    const refused = await post(`/${planId}/archive`, { isArchived: false });
    assert.deepEqual([refused.status, refused.body.error_code], [409, 'wrong_state']);
    await on.app.database.query(
      `UPDATE seating_plans SET archived_at = clock_timestamp() WHERE host_id = $1 AND name = 'Hall 7'`,
      [full.hostId],
    );
    // Once it is back, saying so again changes nothing, however full the list is.
    for (let times = 0; times < 2; times++)
      assert.equal((await post(`/${planId}/archive`, { isArchived: false })).status, 200);
  });

  test('a host’s drawings are counted with its drafts', async () => {
    const other = await makeHost(on);
    const whose = { hostId: other.hostId, maxBytes: 100 };
    await requireSpaceForBytes(on.app.database, whose);
    const member = await signInAs(on, other);
    const { status } = await askDashboard(on, `/hosts/${other.hostId}/seating-plans`, {
      as: member,
      method: 'POST',
      body: { name: 'Hall', from: 'template', id: 'church' },
    });
    assert.equal(status, 200);
    await assert.rejects(requireSpaceForBytes(on.app.database, whose), /all available storage/);
  });

  test('a host’s plans come in one after the other; more than a few who wait are told to try again', async () => {
    const planId = await create({});
    const edits = [{ objects: [], order: null, rest: null }];
    const save = (): Promise<Answer> => call(`/${planId}/edits`, { version: 1, edits });
    const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const holding = on.app.database.transaction(async (tx) => {
      await tx.query('SELECT FROM seating_plans WHERE id = $1 FOR UPDATE', [planId]);
      locked();
      await isFree;
    });
    await isLocked;
    const saves = Array.from({ length: 6 }, save);
    const { status, headers } = await Promise.race(saves);
    assert.deepEqual([status, headers.has('retry-after')], [503, true]);
    const other = await makeHost(on);
    const member = await signInAs(on, other);
    const elsewhere = await askDashboard(on, `/hosts/${other.hostId}/seating-plans`, {
      as: member,
      method: 'POST',
      body: { name: 'Hall', from: 'empty' },
    });
    assert.equal(elsewhere.status, 200);
    letGo();
    await holding;
    const statuses = (await Promise.all(saves)).map((answer) => answer.status);
    assert.deepEqual(
      statuses.toSorted((low, high) => low - high),
      [200, 409, 409, 409, 409, 503],
    );
  });

  /** A body that is announced, of which so much is sent. */
  const sendPart = (as: SignedIn, path: string, { announced, sent }: { announced: number; sent: number }) => {
    const connection = openRaw(on.publicUrl);
    connection.socket.write(
      `POST /dashboard${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\ncookie: ${as.cookie}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`,
    );
    connection.socket.write(Buffer.alloc(sent, ' '));
    return connection;
  };

  test('a slow sender keeps nobody waiting, and half-sent bodies are bounded', async (t) => {
    const planId = await create({});
    const path = `/hosts/${host.hostId}/seating-plans/${planId}/edits`;
    const edits = [{ objects: [], order: null, rest: null }];
    const slow = Array.from({ length: 10 }, () => sendPart(owner, path, { announced: 1_000, sent: 10 }));
    const hosts: TestHost[] = [];
    const members: SignedIn[] = [];
    while (hosts.length < 3) {
      const one = await makeHost(on);
      hosts.push(one);
      members.push(await signInAs(on, one));
    }
    const large = members.flatMap((member, nth) =>
      Array.from({ length: 3 }, () =>
        sendPart(member, `/hosts/${hosts[nth]?.hostId}/seating-plans`, {
          announced: 12 * 1024 * 1024,
          sent: 11 * 1024 * 1024,
        }),
      ),
    );
    t.after(() => [...slow, ...large].forEach(({ socket }) => socket.destroy()));
    const isRefused = ({ received }: (typeof large)[number]): boolean =>
      /^HTTP\/1\.1 503 .*retry-after: \d/is.test(received());
    // Two of each host fit, five of all hosts.
    await until('there is room for no more', () => large.filter(isRefused).length === large.length - 5);
    assert.equal((await call(`/${planId}/edits`, { version: 1, edits })).status, 200);
    for (const { socket, closed } of [...slow, ...large]) {
      socket.destroy();
      await closed;
    }
    const [member] = members;
    await until('room again', async () => {
      const again = await askDashboard(on, `/hosts/${hosts[0]?.hostId}/seating-plans`, {
        ...(member && { as: member }),
        method: 'POST',
        text: JSON.stringify({ name: 'Hall', from: 'empty' }) + ' '.repeat(11 * 1024 * 1024),
      });
      return again.status === 200;
    });
  });

  test('a picture for what is no plan’s id is no picture for a plan', async () => {
    const response = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/seating-plans/x/picture`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg' },
      body: 'x',
    });
    assert.equal(response.status, 404);
  });

  test('a plan of few characters that are many bytes is refused before the database does', () => {
    const name = '座'.repeat(200);
    const text = { type: 'text', text: name, x: 0, y: 0, size: 1, angle: 0 } as const;
    const plan: SeatingPlan = {
      ...findTemplate('church'),
      sections: Array.from({ length: 14_000 }, (_, nth) => ({ id: `${nth}`, name: name.slice(100) })),
      objects: Array.from({ length: 20_000 }, (_, nth) => ({ ...text, id: `${nth}` })),
    };
    assert.ok(JSON.stringify(plan).length < MAX_PLAN_CHARACTERS);
    assert.throws(() => writeDraft(plan), /16 megabytes/);
  });

  test('a plan is renamed, copied and put away; another host has none of it', async () => {
    const planId = await create({ name: 'First', from: 'template', id: 'church' });
    await fine(`/${planId}/rename`, { name: 'Second' });
    const { planId: copy } = await fine(`/${planId}/duplicate`, { name: 'Third' });
    assert.deepEqual((await draftOf(copy)).plan, { ...(await draftOf(planId)).plan, name: 'Third' });
    await fine(`/${planId}/archive`, { isArchived: true });
    const names = async () => (await fine('')).data.plans.map(({ name }: { name: string }) => name);
    assert.deepEqual((await names()).slice(0, 1), ['Third']);
    assert.ok(!(await names()).includes('Second'));
    await fine(`/${planId}/archive`, { isArchived: false });
    assert.ok((await names()).includes('Second'));

    const other = await makeHost(on);
    const stranger = await signInAs(on, other);
    for (const [rest, body] of [
      ['', undefined],
      ['/draft', undefined],
      ['/versions/1', undefined],
      ['/file', undefined],
      ['/publish', { version: 1 }],
      ['/rename', { name: 'Mine' }],
      ['/duplicate', { name: 'Mine' }],
      ['/import', { version: 1, text: writePlan(findTemplate('church')) }],
    ] as const) {
      const { status } = await askDashboard(on, `/hosts/${other.hostId}/seating-plans/${planId}${rest}`, {
        as: stranger,
        ...(body && { method: 'POST', body }),
      });
      assert.equal(status, 404, rest);
    }
  });
});
