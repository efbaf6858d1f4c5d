import type { VNode } from 'preact';
import { DeviceBody } from './bodies.ts';
import type { DeviceLink, EventCheckInView as Data, ShownDoor } from './data.ts';
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
