import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EntryState, WaitingRoomState } from '../../../rules/waiting-room.ts';
import type { RoomSettings } from '../../../waiting-room/change-room.ts';
import { createRoomTokens } from '../../../waiting-room/room-tokens.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { openTestRoom } from '../../../../test/harness/open-test-room.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { askEmbed } from '../embed/embed.fixture.ts';
import type { EntryAnswer } from './server/room-schemas.ts';

const AN_HOUR_MS = 60 * 60_000;

export type TestRoom = { eventId: string; slug: string; skus: string[] };

/** An event with an open waiting room, which lets in nobody before `drawNow`. */
export async function makeRoom(
  on: TestApp,
  host: TestHost,
  options: { settings?: Partial<RoomSettings>; event?: Parameters<typeof makeEvent>[2] } = {},
): Promise<TestRoom> {
  const event = await makeEvent(on, host, options.event);
  await openRoomOf(on, event.slug, options.settings);
  return event;
}

export const openRoomOf = (on: TestApp, slug: string, settings: Partial<RoomSettings> = {}): Promise<void> =>
  openTestRoom({ ...on, database: on.app.database }, slug, {
    drawsAt: new Date(Date.now() + AN_HOUR_MS),
    ...settings,
  });

export const setRoom = async (on: TestApp, eventId: string, columns: string): Promise<void> =>
  void (await on.app.database.query(`UPDATE waiting_rooms SET ${columns} WHERE event_id = $1`, [eventId]));

export async function drawNow(
  on: TestApp,
  { eventId, slug }: Pick<TestRoom, 'eventId' | 'slug'>,
): Promise<void> {
  await setRoom(on, eventId, 'draws_at = now()');
  await until('the draw', async () => (await stateOf(on, slug)).seed !== null);
}

export async function stateOf(on: TestApp, slug: string): Promise<WaitingRoomState> {
  const { status, body } = await askEmbed(on, `/${slug}/room/state`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as WaitingRoomState;
}

export const postEntry = (on: TestApp, slug: string, body: object = {}): Promise<Answer> =>
  askEmbed(on, `/${slug}/room/entries`, { method: 'POST', body: { entry: randomUUID(), ...body } });

export async function lineUp(on: TestApp, slug: string, body: object = {}): Promise<EntryAnswer> {
  const answer = await postEntry(on, slug, body);
  assert.ok(answer.status === 201 || answer.status === 200, JSON.stringify(answer.body));
  return answer.body.data as EntryAnswer;
}

export async function entryOf(on: TestApp, slug: string, token: string): Promise<EntryState> {
  const { status, body } = await askEmbed(on, `/${slug}/room/entries/${token}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as EntryState;
}

/** As the owner of the address who presses the button of the page that was mailed. */
export async function confirmEntry(
  on: TestApp,
  { eventId, slug }: Pick<TestRoom, 'eventId' | 'slug'>,
  { entryId, email }: { entryId: string; email: string },
): Promise<void> {
  const tokens = createRoomTokens(on.secretKeys);
  const token = tokens.writeConfirmation(eventId, {
    entryId,
    hashPart: tokens.hashPart(eventId, email),
    expiresAt: new Date(Date.now() + AN_HOUR_MS),
  });
  const { status } = await fetch(`${on.publicUrl}/checkout/${slug}/room/confirm/${token}`, {
    method: 'POST',
  });
  assert.equal(status, 200);
}

/** Waits for its turn; answers the admission. */
export const untilLetIn = (on: TestApp, slug: string, token: string): Promise<string> =>
  until('the turn', async () => (await entryOf(on, slug, token)).admission?.token);
