import { Type } from 'typebox';
import {
  makeDevice,
  renewLink,
  revokeDevice,
  setDeviceSearch,
  type DeviceLink as MadeLink,
} from '../../../check-in/devices.ts';
import { acceptLateScans, discardLateScans } from '../../../check-in/decide-late-scans.ts';
import { changeDoor, makeDoor, removeDoor } from '../../../check-in/doors.ts';
import { setCheckInRules } from '../../../check-in/set-check-in-rules.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mayMember } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import { momentAt } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import {
  ChangeDeviceBody,
  ChangeDoorBody,
  LateScansBody,
  DeviceBody,
  DoorBody,
  RulesBody,
} from './bodies.ts';
import type { DeviceLink } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByDoor = Type.Object({ hostId: Id(), eventId: Id(), doorId: Id() });
const ByDevice = Type.Object({ hostId: Id(), eventId: Id(), deviceId: Id() });

/** Doors, and whether guests may come in again. */
export function registerDoors(scope: HttpServer, deps: DashboardDeps): void {
  const { change } = deps;
  const { makeDoor: make, changeDoor: patch, removeDoor: remove, setRules } = ROUTES.eventCheckIn;
  registerDevices(scope, deps);
  registerLateScans(scope, deps);

  scope.post(make.path, { schema: { params: ByEvent, body: DoorBody } }, async (request, reply) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    const fields = toFields(request.body);
    return reply.code(201).send(await change(request, (tx) => makeDoor(tx, { ...which, ...fields })));
  });

  scope.patch(patch.path, { schema: { params: ByDoor, body: ChangeDoorBody } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    const { version, ...fields } = request.body;
    await change(request, (tx) => changeDoor(tx, { ...which, ...toFields(fields), version }));
    return { doorId: which.doorId };
  });

  scope.delete(remove.path, { schema: { params: ByDoor } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => removeDoor(tx, which));
    return { doorId: which.doorId };
  });

  scope.patch(setRules.path, { schema: { params: ByEvent, body: RulesBody } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => setCheckInRules(tx, { ...which, ...request.body }));
    return request.body;
  });
}

/** None chosen: every ticket type. */
const toFields = ({ name, ticketTypeIds }: { name: string; ticketTypeIds: string[] }) => ({
  name,
  ticketTypeIds: ticketTypeIds.length === 0 ? null : ticketTypeIds,
});

/** The phones at a door: each is let in by a link, which is told once. */
function registerDevices(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change } = deps;
  const { makeDevice: make, changeDevice, renewLink: renew, revokeDevice: revoke } = ROUTES.eventCheckIn;

  scope.post(make.path, { schema: { params: ByDoor, body: DeviceBody } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { ...request.params, hostId: member.hostId, actor: actorOf(request) };
    const { name, maySearch, endsAt: wall } = request.body;
    if (maySearch && !mayMember(member, 'devices.grant_search'))
      throw new Refusal(
        'not_allowed',
        'Your role can’t let a device search by name: add it without, and ask an owner or a manager to allow it.',
        { field: 'maySearch' },
      );
    const { event } = await loadEvent(database, member, which.eventId);
    const endsAt = wall === null ? null : momentAt(wall, event.timezone);
    const made = await change(request, (tx) => makeDevice(tx, { ...which, name, maySearch, endsAt }));
    return reply.code(201).send(showLink(made, deps));
  });

  scope.patch(
    changeDevice.path,
    { schema: { params: ByDevice, body: ChangeDeviceBody } },
    async (request) => {
      const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
      await change(request, (tx) => setDeviceSearch(tx, { ...which, ...request.body }));
      return { deviceId: which.deviceId };
    },
  );

  scope.post(renew.path, { schema: { params: ByDevice } }, async (request, reply) => {
    const member = memberOf(request);
    const mayGrantSearch = mayMember(member, 'devices.grant_search');
    const which = { ...request.params, hostId: member.hostId, actor: actorOf(request), mayGrantSearch };
    return reply.code(201).send(showLink(await change(request, (tx) => renewLink(tx, which)), deps));
  });

  scope.post(revoke.path, { schema: { params: ByDevice } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => revokeDevice(tx, which));
    return { deviceId: which.deviceId };
  });
}

/** What phones that are out have sent since: the host's yes, or no. */
function registerLateScans(scope: HttpServer, { change }: DashboardDeps): void {
  const { acceptLateScans: accept, discardLateScans: discard } = ROUTES.eventCheckIn;
  for (const [route, decide] of [
    [accept, acceptLateScans],
    [discard, discardLateScans],
  ] as const)
    scope.post(route.path, { schema: { params: ByDevice, body: LateScansBody } }, async (request) => {
      const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
      return { count: await change(request, (tx) => decide(tx, { ...which, ...request.body })) };
    });
}

/** What is behind the # never leaves the phone that opens it, but for pairing: it is in no log. */
function showLink(
  { deviceId, link, linkExpiresAt }: MadeLink,
  { publicUrl, databaseNowMs }: Pick<DashboardDeps, 'publicUrl' | 'databaseNowMs'>,
): DeviceLink {
  const address = `${publicUrl}/scan/#${link}`;
  return {
    deviceId,
    address,
    qr: qrPath(address, { isSecret: true }),
    secondsLeft: Math.max(0, Math.floor((linkExpiresAt.getTime() - databaseNowMs()) / 1_000)),
  };
}
