import assert from 'node:assert/strict';
import {
  makeDevice,
  makeDevices,
  renewLink,
  revokeDevice,
  revokeUnused,
  setDeviceSearch,
  type DeviceLink as MadeLink,
} from '../../../check-in/devices.ts';
import { acceptLateScans, discardLateScans } from '../../../check-in/late-scans/decide-late-scans.ts';
import { changeDoor, makeDoor, removeDoor } from '../../../check-in/doors.ts';
import { setCheckInRules } from '../../../check-in/set-check-in-rules.ts';
import { mayMember } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import { momentAt } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import {
  ChangeDeviceBody,
  ChangeDoorBody,
  LateScansBody,
  DeviceBody,
  DeviceSheetBody,
  DoorBody,
  RulesBody,
} from './bodies.ts';
import type { DeviceLink, DeviceSheet } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

type Deps = Pick<DashboardDeps, 'database' | 'publicUrl' | 'databaseNowMs'>;

/** Doors, re-entry, and the phones. */
export function registerDoors(pages: PageRoutes, deps: Deps): void {
  const { change } = pages;
  const routes = ROUTES.eventCheckIn;
  change(routes.makeDoor, { body: DoorBody, status: 201 }, (tx, door) => makeDoor(tx, toDoor(door)));
  change(routes.changeDoor, { body: ChangeDoorBody }, (tx, door) => changeDoor(tx, toDoor(door)));
  change(routes.removeDoor, {}, removeDoor);
  change(routes.setRules, { body: RulesBody }, async (tx, input, { body }) => {
    await setCheckInRules(tx, input);
    return body;
  });
  registerDevices(pages, deps);

  // Late scans of revoked phones: the host accepts or discards them.
  change(routes.acceptLateScans, { body: LateScansBody }, async (tx, input) => ({
    count: await acceptLateScans(tx, input),
  }));
  change(routes.discardLateScans, { body: LateScansBody }, async (tx, input) => ({
    count: await discardLateScans(tx, input),
  }));
}

/** None chosen: every ticket type. */
const toDoor = <Door extends { ticketTypeIds: string[] }>({ ticketTypeIds, ...door }: Door) => ({
  ...door,
  ticketTypeIds: ticketTypeIds.length === 0 ? null : ticketTypeIds,
});

/** The phones at a door. Each pairs by a link, which is shown once. */
function registerDevices({ answer, change }: PageRoutes, deps: Deps): void {
  const routes = ROUTES.eventCheckIn;

  answer(
    routes.makeDevice,
    { body: DeviceBody, status: 201 },
    async ({ member, params, actor, body, inChange }) => {
      const { name, maySearch, endsAt: wall } = body;
      if (maySearch && !mayMember(member, 'devices.grant_search'))
        throw new Refusal(
          'not_allowed',
          'Your role can’t allow search by name: add the device without it, and ask an owner or a manager to allow it.',
          { field: 'maySearch' },
        );
      const { event } = await loadEvent(deps.database, member, params.eventId);
      const endsAt = wall === null ? null : momentAt(wall, event.timezone);
      const made = await inChange((tx) => makeDevice(tx, { ...params, actor, name, maySearch, endsAt }));
      return showLink(made, deps);
    },
  );

  change(
    routes.makeDevices,
    { body: DeviceSheetBody, status: 201 },
    async (tx, sheet): Promise<DeviceSheet> => {
      const made = await makeDevices(tx, sheet);
      const [first] = made;
      assert(first, 'a sheet has a link');
      return {
        links: made.map((one) => ({ ...showLink(one, deps), name: one.name })),
        expiresAt: first.linkExpiresAt.toISOString(),
      };
    },
  );
  change(routes.revokeUnused, {}, revokeUnused);
  change(routes.changeDevice, { body: ChangeDeviceBody }, setDeviceSearch);
  change(routes.renewLink, { status: 201 }, async (tx, device, { member }) => {
    const mayGrantSearch = mayMember(member, 'devices.grant_search');
    return showLink(await renewLink(tx, { ...device, mayGrantSearch }), deps);
  });
  change(routes.revokeDevice, {}, revokeDevice);
}

/** The part after # stays on the phone, except for pairing, so it is in no log. */
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
