import type { VNode } from 'preact';
import { DeviceBody, DeviceSheetBody } from './bodies.ts';
import type { DeviceLink, DeviceSheet, EventCheckInView as Data, ShownDoor } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useCheckInTexts } from './texts.ts';

/** Adds a device, then shows its link. */
export function DeviceDialog({
  base,
  data: { event },
  door,
  onClose,
  onLink,
}: {
  base: string;
  data: Data;
  door: ShownDoor;
  onClose: () => void;
  onLink: (link: DeviceLink) => void;
}): VNode {
  const texts = useCheckInTexts();
  const { call, router, page } = useDashboard();
  const form = useForm({
    schema: DeviceBody,
    texts,
    initial: { name: '', maySearch: false, endsAt: null },
    send: async (body) => {
      const link = await call<DeviceLink>(`${base}/doors/${door.doorId}/devices`, { method: 'POST', body });
      await router.refresh();
      onLink(link);
    },
  });
  return (
    <FormDialog form={form} title={texts.newDeviceAt(door.name)} submit={texts.makeDevice} onClose={onClose}>
      <TextField form={form} name="name" label={texts.deviceName} hint={texts.deviceNameHint} />
      {page.powers.includes('devices.grant_search') ? (
        <Checkbox form={form} name="maySearch" />
      ) : (
        <p class="soft">{texts.maySearchByManager}</p>
      )}
      <MomentField form={form} name="endsAt" timezone={event.timezone} locale={event.locale} isOptional />
    </FormDialog>
  );
}

/** Links for many phones at once, each for one of them. */
export function SheetForm({
  base,
  door,
  onClose,
  onLinks,
}: {
  base: string;
  door: ShownDoor;
  onClose: () => void;
  onLinks: (sheet: DeviceSheet) => void;
}): VNode {
  const texts = useCheckInTexts();
  const { call, router } = useDashboard();
  const form = useForm({
    schema: DeviceSheetBody,
    texts,
    initial: { name: door.name.slice(0, 50), count: 20, linkHours: 24 },
    send: async (body) => {
      const path = `${base}/doors/${door.doorId}/device-sheet`;
      const sheet = await call<DeviceSheet>(path, { method: 'POST', body });
      await router.refresh();
      onLinks(sheet);
    },
  });
  return (
    <FormDialog form={form} title={texts.sheetAt(door.name)} submit={texts.makeSheet} onClose={onClose}>
      <TextField form={form} name="count" type="number" />
      <TextField form={form} name="name" label={texts.deviceName} hint={texts.sheetNameHint} />
      <TextField form={form} name="linkHours" type="number" hint={texts.linkHoursHint} />
    </FormDialog>
  );
}
