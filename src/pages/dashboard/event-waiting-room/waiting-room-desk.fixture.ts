import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { EventWaitingRoomView } from './data.ts';

export type Event = { eventId: string; slug: string; skus: string[] };

const AN_HOUR_MS = 60 * 60_000;

/** The product with a host, its owner, and actions on the waiting rooms of its events. */
export async function openWaitingRoomDesk() {
  const on: TestApp = await startTestApp({
    environment: { RATE_LIMIT_PER_ADDRESS: '1000000', HOLD_LIMIT_PER_ADDRESS: '100000' },
  });
  const host: TestHost = await makeHost(on);
  const owner: SignedIn = await signInAs(on, host);
  const { database } = on.app;
  const at = ({ eventId }: Pick<Event, 'eventId'>, rest = ''): string =>
    `/hosts/${host.hostId}/events/${eventId}/waiting-room${rest}`;
  const ask = (path: string, method = 'GET', body?: object, as = owner): Promise<Answer> =>
    askDashboard(on, path, { as, method, ...(body && { body }) });
  const view = async (event: Event, as = owner): Promise<EventWaitingRoomView> => {
    const { status, body } = await ask(at(event), 'GET', undefined, as);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.view, 'eventWaitingRoom');
    return body.data as EventWaitingRoomView;
  };
  const post = async (event: Event, rest: string, body?: object): Promise<void> => {
    const answer = await ask(at(event, rest), 'POST', body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  };

  return {
    on,
    host,
    owner,
    at,
    ask,
    view,
    post,
    event: (more: Parameters<typeof makeEvent>[2] = {}): Promise<Event> =>
      makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }], ...more }),
    /** With values that let everybody in at once. */
    open: (event: Event, more: object = {}): Promise<void> =>
      post(event, '', {
        drawsAt: onTheClock(AN_HOUR_MS),
        perMinute: 60_000,
        mostInside: 100,
        admissionMinutes: 10,
        asksEmail: false,
        ...more,
      }),
    /** Lines up as the waiting room's page does. */
    async lineUp({ slug }: Event, count = 1): Promise<void> {
      for (let nr = 0; nr < count; nr++) {
        const body = JSON.stringify({ entry: randomUUID() });
        // The process may have to hear of the room first.
        const answer = await until('a room to line up in', async () => {
          const told = await fetch(`${on.publicUrl}/checkout/${slug}/room/entries`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          });
          return told.status !== 404 && told;
        });
        assert.ok(answer.ok, await answer.text());
      }
    },
    /** The time of the draw has come. */
    async draw(event: Event): Promise<void> {
      await database.query('UPDATE waiting_rooms SET draws_at = now() WHERE event_id = $1', [event.eventId]);
      await until('the draw', async () => (await view(event)).room?.isDrawn);
    },
    untilLetIn: (event: Event, count: number) =>
      until(`${count} to be let in`, async () => (await view(event)).room?.letIn === count),
    /** The newest lines of the audit log, as `action name`. */
    async log(count: number): Promise<string[]> {
      const { rows } = await database.query<{ line: string }>(
        `SELECT action || ' ' || subject_name AS line FROM audit_log WHERE host_id = $1 ORDER BY id DESC LIMIT $2`,
        [host.hostId, count],
      );
      return rows.map(({ line }) => line.trim()).toReversed();
    },
    close: () => on.close(),
  };
}

/** A moment, or a time from now, on the clock of the events. */
export const onTheClock = (at: Date | number): string =>
  toWallTime(typeof at === 'number' ? new Date(Date.now() + at) : at, 'Africa/Lagos');

export type WaitingRoomDesk = Awaited<ReturnType<typeof openWaitingRoomDesk>>;
