import type { VNode } from 'preact';
import type { EventCheckInView as Data, ShownDevice, ShownDoor } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { EventMoment } from '../components/event-moment.tsx';
import { Menu } from '../components/menu.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAction } from '../components/use-action.ts';
import type { Opened } from './open-dialog.tsx';
import { ScanMoment } from './scan-moment.tsx';
import { useCheckInTexts } from './texts.ts';

const TONES = { waiting: 'waiting', link_ended: 'off', paired: 'good', over: 'off' } as const;

/** No phone has used its link. */
export const isUnused = ({ state }: ShownDevice): boolean => state === 'waiting' || state === 'link_ended';

/** One door: its ticket types, its arrivals and its devices. */
export function DoorCard({
  door,
  came,
  data,
  open,
}: {
  door: ShownDoor;
  came: number;
  data: Data;
  open: (what: Opened) => void;
}): VNode {
  const texts = useCheckInTexts();
  const { page } = useDashboard();
  const { event, ticketTypes } = data;
  const mayManage = page.powers.includes('doors.manage');
  const mayManageDevices = page.powers.includes('devices.manage');
  const names = ticketTypes.filter(({ id }) => door.ticketTypeIds.includes(id)).map(({ name }) => name);
  return (
    <section class="panel check-in-door" aria-labelledby={`door-${door.doorId}`}>
      <header>
        <div>
          <h3 id={`door-${door.doorId}`} dir="auto">
            {door.name}
          </h3>
          <p class="soft" dir="auto">
            {texts.cameHere(came.toLocaleString(event.locale))} ·{' '}
            {names.length > 0 ? texts.onlyTypes(names.join(', ')) : texts.everyType}
          </p>
        </div>
        {(mayManage || mayManageDevices) && (
          <Menu
            id={`door-menu-${door.doorId}`}
            label={texts.actionsOf(door.name)}
            items={[
              ...(mayManage
                ? [{ label: texts.changeDoor, onPress: () => open({ what: 'change door', door }) }]
                : []),
              ...(mayManageDevices
                ? [{ label: texts.sheet, onPress: () => open({ what: 'sheet', door }) }]
                : []),
              ...(mayManageDevices && door.devices.some(isUnused)
                ? [
                    {
                      label: texts.revokeUnused,
                      isDangerous: true,
                      onPress: () => open({ what: 'revoke unused', door }),
                    },
                  ]
                : []),
              ...(mayManage
                ? [
                    {
                      label: texts.removeDoor,
                      isDangerous: true,
                      onPress: () => open({ what: 'remove door', door }),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </header>
      {door.devices.length === 0 ? (
        <p class="soft">{texts.noDevices}</p>
      ) : (
        <ul class="stack gap-s check-in-devices" aria-label={texts.devices(door.name)}>
          {door.devices.map((device) => (
            <Device
              key={device.deviceId}
              device={device}
              event={event}
              open={mayManageDevices ? open : null}
            />
          ))}
        </ul>
      )}
      {mayManageDevices && (
        <button
          type="button"
          class="second"
          aria-label={texts.newDeviceAt(door.name)}
          onClick={() => open({ what: 'new device', door })}
        >
          {texts.newDevice}
        </button>
      )}
    </section>
  );
}

function Device({
  device,
  event,
  open,
}: {
  device: ShownDevice;
  event: Data['event'];
  /** Null: read only. */
  open: ((what: Opened) => void) | null;
}): VNode {
  const texts = useCheckInTexts();
  const { deviceId, name, state, lastSeenAt, waitingScans } = device;
  const isPaired = device.pairedAt !== null;
  const search = useSearchItem(device, event);
  const mayRenew = state !== 'over' && (search !== null || !device.maySearch);
  return (
    <li>
      <div class="check-in-device">
        <strong dir="auto">{name}</strong>
        <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>
        {waitingScans > 0 && <StatusBadge tone="waiting">{texts.toSend(waitingScans)}</StatusBadge>}
        <small class="soft">
          {isPaired && (
            <>
              {texts.lastSeen}{' '}
              {lastSeenAt === null ? texts.never : <ScanMoment at={lastSeenAt} event={event} isShort />}
              {' · '}
            </>
          )}
          {device.maySearch && `${texts.searches} · `}
          {texts.until} <EventMoment at={device.endsAt} timezone={event.timezone} locale={event.locale} />
        </small>
      </div>
      {open && (
        <Menu
          id={`device-menu-${deviceId}`}
          label={texts.actionsOf(name)}
          items={[
            ...(mayRenew
              ? [
                  {
                    label: isPaired ? texts.renewPaired : texts.renewLink,
                    onPress: () => open({ what: 'new link', device }),
                  },
                ]
              : []),
            ...(search !== null && state !== 'over' ? [search] : []),
            { label: texts.revoke, isDangerous: true, onPress: () => open({ what: 'revoke', device }) },
          ]}
        />
      )}
    </li>
  );
}

/** Allows the search by name, or ends it; null if the member may not decide. */
function useSearchItem(
  { deviceId, name, maySearch }: ShownDevice,
  { eventId }: Data['event'],
): { label: string; onPress: () => void } | null {
  const texts = useCheckInTexts();
  const { send, page } = useDashboard();
  const action = useAction(() =>
    send(page.inHost(`/events/${eventId}/check-in/devices/${deviceId}`), {
      method: 'PATCH',
      body: { maySearch: !maySearch },
      told: maySearch ? texts.searchOff(name) : texts.searchOn(name),
      undo: { maySearch },
    }),
  );
  if (!page.powers.includes('devices.grant_search')) return null;
  return { label: maySearch ? texts.stopSearch : texts.allowSearch, onPress: () => action.run() };
}
