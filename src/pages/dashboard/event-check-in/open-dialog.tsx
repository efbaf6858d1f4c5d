import type { VNode } from 'preact';
import type { DeviceLink, DeviceSheet, EventCheckInView as Data, ShownDevice, ShownDoor } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { lazily } from '../components/lazily.tsx';
import { DeviceDialog, SheetForm } from './device-dialog.tsx';
import { DoorDialog } from './door-dialog.tsx';
import { isUnused } from './door-card.tsx';
import { useCheckInTexts } from './texts.ts';

const SheetDialog = lazily(async () => (await import('./link-dialog.tsx')).SheetDialog);
const LinkDialog = lazily(async () => (await import('./link-dialog.tsx')).LinkDialog);

/** The dialog that is open over the page. */
export type Opened =
  | { what: 'new door' }
  | { what: 'change door' | 'remove door' | 'new device' | 'sheet' | 'revoke unused'; door: ShownDoor }
  | { what: 'new link' | 'revoke'; device: ShownDevice }
  | { what: 'link'; link: DeviceLink }
  | ({ what: 'links'; title: string } & DeviceSheet);

export function OpenDialog({
  opened,
  data,
  open,
}: {
  opened: Opened;
  data: Data;
  open: (what: Opened | null) => void;
}): VNode {
  const { page } = useDashboard();
  const base = page.inHost(`/events/${data.event.eventId}/check-in`);
  const shared = { base, data, onClose: () => open(null) };
  const onLink = (link: DeviceLink): void => open({ what: 'link', link });
  if (opened.what === 'link')
    return <LinkDialog key={opened.link.address} {...shared} link={opened.link} onLink={onLink} />;
  if (opened.what === 'revoke') return <Revoke {...shared} device={opened.device} />;
  if (opened.what === 'new link') return <RenewLink {...shared} device={opened.device} onLink={onLink} />;
  if (opened.what === 'sheet') {
    const onLinks = (sheet: DeviceSheet): void =>
      open({ what: 'links', ...sheet, title: `${data.event.name}: ${opened.door.name}` });
    return <SheetForm {...shared} door={opened.door} onLinks={onLinks} />;
  }
  if (opened.what === 'links') return <SheetDialog {...opened} event={data.event} onClose={shared.onClose} />;
  if (opened.what === 'revoke unused') return <RevokeUnused {...shared} door={opened.door} />;
  if (opened.what === 'new device') return <DeviceDialog {...shared} door={opened.door} onLink={onLink} />;
  if (opened.what === 'remove door') return <RemoveDoor {...shared} door={opened.door} />;
  return <DoorDialog {...shared} door={'door' in opened ? opened.door : null} />;
}

type Shared = { base: string; onClose: () => void };

function RemoveDoor({ base, door, onClose }: Shared & { door: ShownDoor }): VNode {
  const texts = useCheckInTexts();
  const { send } = useDashboard();
  return (
    <ConfirmDialog
      title={texts.removeDoorTitle(door.name)}
      confirm={texts.removeDoor}
      onClose={onClose}
      onConfirm={() =>
        send(`${base}/doors/${door.doorId}`, { method: 'DELETE', told: texts.doorRemoved, onClose })
      }
    >
      {texts.removeDoorText(door.devices.length)}
    </ConfirmDialog>
  );
}

function Revoke({ base, device, onClose }: Shared & { device: ShownDevice }): VNode {
  const texts = useCheckInTexts();
  const { send } = useDashboard();
  return (
    <ConfirmDialog
      title={texts.revokeTitle(device.name)}
      confirm={texts.revoke}
      onClose={onClose}
      onConfirm={() => send(`${base}/devices/${device.deviceId}/revoke`, { told: texts.revoked, onClose })}
    >
      {texts.revokeText}
    </ConfirmDialog>
  );
}

function RevokeUnused({ base, door, onClose }: Shared & { door: ShownDoor }): VNode {
  const texts = useCheckInTexts();
  const { send } = useDashboard();
  return (
    <ConfirmDialog
      title={texts.revokeUnusedTitle(door.name)}
      confirm={texts.revokeUnused}
      onClose={onClose}
      onConfirm={() =>
        send(`${base}/doors/${door.doorId}/unused-links/revoke`, { told: texts.unusedRevoked, onClose })
      }
    >
      {texts.revokeUnusedText(door.devices.filter(isUnused).length)}
    </ConfirmDialog>
  );
}

/** An unused link stops working now; a paired phone works until another one uses the new link. */
function RenewLink({
  base,
  device,
  onClose,
  onLink,
}: Shared & { device: ShownDevice; onLink: (link: DeviceLink) => void }): VNode {
  const texts = useCheckInTexts();
  const { call, router } = useDashboard();
  return (
    <ConfirmDialog
      title={texts.renewTitle(device.name)}
      confirm={texts.makeDevice}
      isDangerous={false}
      onClose={onClose}
      onConfirm={async () => {
        const link = await call<DeviceLink>(`${base}/devices/${device.deviceId}/link`, { method: 'POST' });
        await router.refresh();
        onLink(link);
      }}
    >
      {device.pairedAt === null ? texts.renewText : texts.renewPairedText}
    </ConfirmDialog>
  );
}
