import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { askEmbed, postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { editHall, HALL_TOOLS, seatsOf } from '../../src/seating-plans/edit-hall.fixture.ts';
import { makePlan } from '../../src/seating-plans/make-plan.fixture.ts';
import type { SeatingPlan } from '../../src/seating-plans/plan-schema.ts';
import { writePlan } from '../../src/seating-plans/write-plan-file.ts';
import { endPaymentWindow, lapse, letTransferArrive, pay } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { watchOwners } from './watch-owners.fixture.ts';
import { ENVIRONMENT } from './races.fixture.ts';

const ROWS = 6;
const SEATS_PER_ROW = 12;

export const one = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T;
const isOneIn = (many: number): boolean => randomInt(many) === 0;

type HouseMap = {
  seats: { id: string; t: number }[];
  ticketTypeIds: string[];
  taken: number[];
  blocked: { index: number }[];
};

/** A hall that sells through two processes by a plan of its host, and all that is done to it meanwhile. */
export type HallRace = Awaited<ReturnType<typeof startHallRace>>;

/** Two free rows, the others to be paid; a seat for a wheelchair with its companion, a house seat, and a pit to stand in. */
function makeHall(): SeatingPlan {
  const plan = makePlan(ROWS, SEATS_PER_ROW);
  return {
    ...plan,
    categories: [...plan.categories, { id: 'back', name: 'Back', color: 2 }],
    objects: [
      ...plan.objects.map((object, nth) =>
        object.type === 'row'
          ? {
              ...object,
              seats: object.seats.map((seat, at) => ({
                ...seat,
                ...(nth > 1 && { category: 'back' }),
                ...(nth === 0 && at === 0 && { isAccessible: true }),
                ...(nth === 0 && at === 1 && { companionOf: 'r0s0' }),
                ...(nth === 1 && at === 0 && { blocked: { reason: 'House', color: 1 } }),
              })),
            }
          : object,
      ),
      {
        type: 'standing',
        id: 'pit',
        label: 'Pit',
        points: [
          { x: 0, y: -5 },
          { x: 4, y: -5 },
          { x: 0, y: -9 },
        ],
        capacity: 30,
        category: 'front',
      },
    ],
  };
}

const CATEGORIES = [
  { categoryId: 'front', kind: 'SEATED', newType: { name: 'Front', priceMinor: 0 } },
  { categoryId: 'back', kind: 'SEATED', newType: { name: 'Back', priceMinor: 500_000 } },
  { categoryId: 'front', kind: 'GENERAL', newType: { name: 'Pit', priceMinor: 0 } },
];

export async function startHallRace() {
  const environment = { ...ENVIRONMENT, HOLD_LIMIT_PER_ADDRESS: '100000' };
  const on = await startTestApp({ environment });
  const doors = [on, await startTestApp({ on, environment })];
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { eventId, slug } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
  const answers: Answer[] = [];
  const late: string[] = [];
  const breaches: string[] = [];
  const call = async (door: TestApp, path: string, body?: object): Promise<Answer> => {
    const answer = await askDashboard(door, `/hosts/${host.hostId}${path}`, {
      as: owner,
      ...(body && { method: 'POST', body }),
    });
    answers.push(answer);
    return answer;
  };
  const fine = async (path: string, body?: object) => {
    const { status, body: said } = await call(on, path, body);
    assert.equal(status, 200, JSON.stringify(said));
    return said;
  };
  const created = await fine('/seating-plans', { name: 'Hall', from: 'file', text: writePlan(makeHall()) });
  const planId: string = created.planId;
  await fine(`/seating-plans/${planId}/publish`, { version: 1 });
  const { data } = await fine(`/events/${eventId}/seats`);
  await fine(`/events/${eventId}/seats/use-plan`, {
    planId,
    number: 1,
    categories: CATEGORIES,
    version: data.version,
  });
  const owners = watchOwners(on, eventId, breaches);
  return { on, doors, host, eventId, slug, planId, answers, late, breaches, owners, call };
}

let step = 1;

/** A member draws, publishes and takes it over: mostly what is in nobody's way, sometimes what is. */
export async function takeOverOnce({ doors, call, planId, eventId }: HallRace): Promise<void> {
  const door = one(doors);
  const at = `/events/${eventId}/seats`;
  const { body: view } = await call(door, at);
  const { body: draft } = await call(door, `/seating-plans/${planId}/draft`);
  // From what is in use: a draft that was refused is in the way for ever.
  const { body: used } = await call(door, `/seating-plans/${planId}/versions/${view.data.hall.number}`);
  const { body: drawn } = await call(door, `${at}/map`);
  const { seats, taken } = drawn.plan as { seats: { r: string; n: string }[]; taken: number[] };
  const names = new Set(taken.map((index) => `${seats[index]?.r} ${seats[index]?.n}`));
  let plan = used.plan as SeatingPlan;
  for (let deeds = randomInt(2, 10); deeds > 0; deeds -= 1) {
    const all = seatsOf(plan);
    const free = all.flatMap(({ row, seat }, nth) => (names.has(`${row.label} ${seat.label}`) ? [] : [nth]));
    const [seat, other] = isOneIn(25)
      ? [randomInt(all.length), randomInt(all.length)]
      : [one(free), one(free)];
    // Of a whole row or section, somebody has a seat.
    const tool = one(HALL_TOOLS.filter((name) => !name.startsWith('rename_') || isOneIn(60)));
    const isOfOneRow = all[seat]?.row === all[other]?.row;
    if (tool === 'swap_names' && !isOfOneRow) continue;
    if (tool === 'remove' && all.length < (ROWS * SEATS_PER_ROW) / 2) continue;
    plan = editHall(plan, { tool, seat, other }, (step += 1));
  }
  const saved = await call(door, `/seating-plans/${planId}/import`, {
    version: draft.version,
    text: writePlan(plan),
  });
  if (saved.status !== 200) return;
  const published = await call(door, `/seating-plans/${planId}/publish`, { version: saved.body.version });
  // If the event was changed meanwhile, it is read again and the change is tried again.
  for (let tries = 0; tries < 4; tries += 1) {
    const { body: now } = await call(door, at);
    const { body } = await call(door, `${at}/use-plan`, {
      planId,
      number: published.body.number ?? now.data.hall.newest,
      categories: [],
      version: now.data.version,
    });
    if (body.error_code !== 'changed_meanwhile') return;
  }
}

/** A member blocks seats, releases some, or sells one that is blocked. */
export async function houseOnce({ doors, call, eventId }: HallRace): Promise<void> {
  const door = one(doors);
  const at = `/events/${eventId}`;
  const { body: map } = (await call(door, `${at}/guests/seats`)) as { body: HouseMap };
  const taken = new Set([...map.taken, ...map.blocked.map(({ index }) => index)]);
  const free = map.seats.filter((_, index) => !taken.has(index));
  // Buyers may be faster; now and then it is known before that somebody has it.
  const anySeat = (): string => one(isOneIn(6) || free.length === 0 ? map.seats : free).id;
  const blocked = map.blocked.map(({ index }) => map.seats[index]);
  const house = blocked.length > 0 ? one(blocked) : undefined;
  switch (randomInt(house ? 3 : 1)) {
    case 0:
      await call(door, `${at}/seats/block`, {
        seatIds: [...new Set([anySeat(), anySeat()])],
        reason: 'Band',
        color: 2,
      });
      return;
    case 1:
      await call(door, `${at}/seats/release`, { seatIds: [house?.id, anySeat()] });
      return;
    default:
      await call(door, `${at}/guests/sell`, {
        lines: [{ ticketTypeId: map.ticketTypeIds[house?.t ?? 0], quantity: 1, priceMinor: 500 }],
        paidBy: 'cash',
        seatIds: [house?.id],
        email: 'guest@example.com',
        firstName: 'Ngozi',
        lastName: 'Ade',
        note: '',
        guestNote: '',
        language: 'en',
        requestKey: randomUUID(),
      });
  }
}

let endings = 0;

/** Holds, holds others, lets go, lets lapse, or orders: and if it is to be paid, pays, pays too late, or does not. */
export async function buyOnce(race: HallRace): Promise<void> {
  const { on, doors, slug, answers, late, owners } = race;
  const door = one(doors);
  const heard = (answer: Answer): Answer => {
    answers.push(answer);
    return answer;
  };
  const token = randomUUID();
  const had = new Set<string>();
  let quoteReference: string | null = null;
  for (let tries = randomInt(1, 4); tries > 0; tries -= 1) {
    const { status: read, body } = heard(await askEmbed(door, `/${slug}/seats`));
    if (read !== 200) continue;
    const seats = (body.data.seats as { id: string }[]).filter(({ id }) => !had.has(id));
    const wanted = new Set([one(seats).id, one(seats).id]);
    for (const id of wanted) had.add(id);
    const { status, body: cart } = heard(await postHold(door, slug, { seatIds: [...wanted] }, token));
    if (status === 200 || status === 201) ({ quoteReference } = cart.data);
  }
  // Each way to end comes up again and again.
  const ending = (endings += 1) % 12;
  const headers = { 'x-device-id': token };
  if (ending === 0) heard(await askEmbed(door, `/${slug}/reservations`, { method: 'DELETE', headers }));
  if (ending === 1) {
    // The next holder, or the same again, may find it called otherwise.
    owners.lapses(token);
    await lapse(on, token);
  }
  if (quoteReference === null || ending === 0) return;
  const email = `${token}@example.com`;
  const order = { email, firstName: 'Ada', lastName: 'Obi', query: '', quoteReference };
  const ordered = heard(await askEmbed(door, `/${slug}/orders`, { method: 'POST', headers, body: order }));
  if (ordered.status !== 201) return;
  const { checkoutUrl, reference } = ordered.body.data;
  if (!checkoutUrl || ending === 2) return;
  if (ending > 4) {
    assert.ok((await pay(checkoutUrl)).status < 500);
    return;
  }
  owners.lapses(token);
  await pay(checkoutUrl, 'late');
  await endPaymentWindow(on, reference);
  await letTransferArrive(on, reference);
  late.push(reference);
}

/** All faults that can be seen. */
export async function findBreaches({ on, eventId, answers, breaches, owners }: HallRace): Promise<string[]> {
  await owners.look();
  const { rows } = await on.app.database.query<{ wrong: string }>(
    `SELECT format('ticket %s of seat %s: %s', t.id, t.seat_id, CASE WHEN s.id IS NULL THEN 'no such seat' ELSE 'another type' END) AS wrong
       FROM tickets AS t JOIN ticket_types AS type ON type.id = t.ticket_type_id
       LEFT JOIN seats AS s ON s.id = t.seat_id
      WHERE t.event_id = $1 AND t.voided_at IS NULL AND type.kind = 'SEATED'
        AND (s.id IS NULL OR s.ticket_type_id <> t.ticket_type_id OR NOT s.is_sold)
      UNION ALL
     SELECT format('type %s: %s of %s', type.name, type.capacity, count(s.id)) FROM ticket_types AS type
       LEFT JOIN seats AS s ON s.ticket_type_id = type.id AND s.blocked_reason IS NULL
      WHERE type.event_id = $1 AND type.kind = 'SEATED' GROUP BY type.id HAVING type.capacity <> count(s.id)`,
    [eventId],
  );
  const invariants = await checkInvariants(on.app.database);
  return [
    ...breaches,
    ...rows.map(({ wrong }) => wrong),
    ...invariants.map((broken) => JSON.stringify(broken)),
    ...answers
      .filter(({ status, body }) => status >= 500 && body.error_code !== 'unavailable')
      .map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
  ];
}
