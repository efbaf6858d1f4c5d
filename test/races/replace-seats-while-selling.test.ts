import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { askEmbed, postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { lapse, pay } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs } from '../harness/sign-in.ts';
import { startTestApp } from '../harness/test-app.ts';
import { ENVIRONMENT } from './races.fixture.ts';

// A host replaces the seats of a hall again and again while buyers hold and order them, through two processes. Bounded by what is
// done, not by time: who comes first is luck, and where too little was sold there is another round.
const MAX_ROUNDS = 8;
const BUYERS = 8;
const PURCHASES = 8;
const HOSTS = 2;
const LISTS = 20;
const ROWS = 8;
const SEATS_PER_ROW = 12;

const one = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T;

test('a hall is replaced while its seats are bought: none is sold twice, none is lost, nobody deadlocks', async () => {
  const on = await startTestApp({ environment: ENVIRONMENT });
  const second = await startTestApp({ on, environment: ENVIRONMENT });
  const doors = [on, second];
  const { database } = on.app;
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { eventId, slug } = await makeEvent(on, host, {
    kind: 'seat_map',
    ticketTypes: [
      { kind: 'SEATED', name: 'Front', priceMinor: 0, capacity: 0 },
      { kind: 'SEATED', name: 'Back', priceMinor: 500_000, capacity: 0 },
    ],
  });
  const at = `/hosts/${host.hostId}/events/${eventId}/seats`;
  const answers: Answer[] = [];
  const heard = (answer: Answer): Answer => {
    answers.push(answer);
    return answer;
  };

  /** Every seat that is not taken may be left out, moved, or sold as something else; sometimes one that is taken is, too. */
  async function replaceOnce(isWhole = false): Promise<void> {
    const door = one(doors);
    const { body } = heard(await askDashboard(door, at, { as: owner }));
    const { body: drawn } = heard(await askDashboard(door, `${at}/map`, { as: owner }));
    const { seats, taken, types } = drawn.plan as {
      seats: { r: string; n: string; t: number }[];
      taken: number[];
      types: string[];
    };
    const kept = new Map(
      taken.map((index) => [`${seats[index]?.r} ${seats[index]?.n}`, types[seats[index]?.t ?? 0]]),
    );
    const lines = Array.from({ length: ROWS * SEATS_PER_ROW }, (_, index) => {
      const [row, number] = [Math.floor(index / SEATS_PER_ROW), index % SEATS_PER_ROW];
      const type = randomInt(60) > 0 && kept.get(`${row} ${number}`);
      if (!type && !isWhole && randomInt(4) === 0) return [];
      return [`Hall,${row},${number},${number + randomInt(3) / 10},${row},${type || one(['Front', 'back'])}`];
    });
    const text = ['section,row,seat,x,y,type', ...lines.flat()].join('\n');
    const newTypes: object[] = [];
    heard(
      await askDashboard(door, at, {
        as: owner,
        method: 'POST',
        body: { text, newTypes, version: body.data.version },
      }),
    );
  }

  /** Holds, holds others, lets go, lets lapse, or orders: and if it is to be paid, pays or does not. */
  async function buyOnce(): Promise<void> {
    const door = one(doors);
    const token = randomUUID();
    let quoteReference: string | null = null;
    for (let tries = randomInt(1, 4); tries > 0; tries -= 1) {
      const { body } = heard(await askEmbed(door, `/${slug}/seats`));
      const seats = body.data.seats as { id: string }[];
      const wanted = new Set([one(seats).id, one(seats).id]);
      const { status, body: cart } = heard(await postHold(door, slug, { seatIds: [...wanted] }, token));
      if (status === 200 || status === 201) ({ quoteReference } = cart.data);
    }
    const ending = randomInt(10);
    const headers = { 'x-device-id': token };
    if (ending === 0) heard(await askEmbed(door, `/${slug}/reservations`, { method: 'DELETE', headers }));
    if (ending === 1) await lapse(on, token);
    if (quoteReference === null || ending === 0) return;
    // Somebody else each time: nobody has more than a few orders that are not paid.
    const email = `${token}@example.com`;
    const order = { email, firstName: 'Ada', lastName: 'Obi', query: '', quoteReference };
    const ordered = heard(await askEmbed(door, `/${slug}/orders`, { method: 'POST', headers, body: order }));
    if (ordered.status !== 201) return;
    const { checkoutUrl } = ordered.body.data;
    if (checkoutUrl && ending > 3) assert.ok((await pay(checkoutUrl)).status < 500);
  }

  const inTurn = async (times: number, deed: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < times; count += 1) await deed();
  };
  const outcome = async () => {
    const { rows } = await database.query<{
      tickets: number;
      homeless: number;
      strange: number;
      uneven: number;
      lists: number;
    }>(
      `SELECT count(*)::integer AS tickets,
              count(*) FILTER (WHERE s.id IS NULL)::integer AS homeless,
              count(*) FILTER (WHERE s.ticket_type_id <> t.ticket_type_id)::integer AS strange,
              (SELECT count(*)::integer FROM ticket_types AS type
                WHERE event_id = $1 AND capacity <> (SELECT count(*) FROM seats WHERE ticket_type_id = type.id)) AS uneven,
              (SELECT count(*)::integer FROM audit_log WHERE subject_id = $1::text AND action = 'seat_map.replace') AS lists
         FROM tickets AS t LEFT JOIN seats AS s ON s.id = t.seat_id WHERE t.event_id = $1 AND t.voided_at IS NULL`,
      [eventId],
    );
    const [found] = rows;
    assert.ok(found);
    return found;
  };
  const count = (code: string): number => answers.filter(({ body }) => body.error_code === code).length;
  const isEnough = async (): Promise<boolean> => {
    const { tickets, lists } = await outcome();
    return tickets > 10 && lists > 5 && count('changed_meanwhile') + count('seats_in_use') > 0;
  };
  for (let round = 0; round < MAX_ROUNDS && !(await isEnough()); round += 1) {
    await replaceOnce(true);
    await Promise.all([
      ...Array.from({ length: BUYERS }, () => inTurn(PURCHASES, buyOnce)),
      ...Array.from({ length: HOSTS }, () => inTurn(LISTS, replaceOnce)),
    ]);
  }

  assert.deepEqual(await checkInvariants(database), []);
  assert.deepEqual(
    answers
      .filter(({ status }) => status >= 500)
      .map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
    [],
  );
  const { tickets, lists, ...wrong } = await outcome();
  assert.deepEqual(wrong, { homeless: 0, strange: 0, uneven: 0 });
  // It was a sale, and the hall was replaced.
  assert.ok(tickets > 10, `${tickets} tickets`);
  assert.ok(lists > 5, `${lists} lists`);
  assert.ok(count('changed_meanwhile') + count('seats_in_use') > 0, 'nobody was in anybody’s way');
  await second.close();
  assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
});
