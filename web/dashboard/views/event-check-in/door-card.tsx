import type { VNode } from 'preact';
import type {
  EventCheckInView as Data,
  ShownDevice,
  ShownDoor,
} from '../../../../src/dashboard/event-check-in/event-check-in-view.ts';
import type { Frame } from '../../contract.ts';
import { EventMoment } from '../../parts/event-moment.tsx';
import { Menu } from '../../parts/menu.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { Opened } from './open-dialog.tsx';
import { ScanMoment } from './scan-moment.tsx';
import { useCheckInTexts } from './texts/texts.ts';

const TONES = { waiting: 'waiting', link_ended: 'off', paired: 'good', over: 'off' } as const;

/** One door: whom it is for, who came in by it, and its devices. */
export function DoorCard({
  door,
  came,
  data,
  frame,
  open,
}: {
  door: ShownDoor;
  came: number;
  data: Data;
  frame: Frame;
  open: (what: Opened) => void;
}): VNode {
  const texts = useCheckInTexts();
  const { event, ticketTypes } = data;
  const mayManage = frame.powers.includes('doors.manage');
  const mayManageDevices = frame.powers.includes('devices.manage');
  const names = ticketTypes.filter(({ id }) => door.ticketTypeIds.includes(id)).map(({ name }) => name);
  return (
    <section class="check-in-door" aria-labelledby={`door-${door.doorId}`}>
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
        {mayManage && (
          <Menu
            id={`door-menu-${door.doorId}`}
            label={texts.actionsOf(door.name)}
            items={[
              { label: texts.changeDoor, onPress: () => open({ what: 'change door', door }) },
              {
                label: texts.removeDoor,
                isDangerous: true,
                onPress: () => open({ what: 'remove door', door }),
              },
            ]}
          />
        )}
      </header>
      {door.devices.length === 0 ? (
        <p class="soft">{texts.noDevices}</p>
      ) : (
        <ul class="check-in-devices" aria-label={texts.devices(door.name)}>
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
  /** Null: may only be looked at. */
  open: ((what: Opened) => void) | null;
}): VNode {
  const texts = useCheckInTexts();
  const { deviceId, name, state, lastSeenAt, waitingScans } = device;
  const isPaired = device.pairedAt !== null;
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
            ...(state === 'over'
              ? []
              : [
                  {
                    label: isPaired ? texts.renewPaired : texts.renewLink,
                    onPress: () => open({ what: 'new link', device }),
                  },
                ]),
            { label: texts.revoke, isDangerous: true, onPress: () => open({ what: 'revoke', device }) },
          ]}
        />
      )}
    </li>
  );
}
