import type { VNode } from 'preact';
import { ChangeDoorBody, DoorBody } from './bodies.ts';
import type { EventCheckInView as Data, ShownDoor } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ChoicesField } from '../components/choices-field.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useCheckInTexts } from './texts.ts';

type Props = { base: string; data: Data; onClose: () => void };

/** Makes a door, or changes one. */
export function DoorDialog({ door, ...props }: Props & { door: ShownDoor | null }): VNode {
  return door ? <ChangeDoor {...props} door={door} /> : <NewDoor {...props} />;
}

function NewDoor({ base, data, onClose }: Props): VNode {
  const texts = useCheckInTexts();
  const { call, toasts, router } = useDashboard();
  const form = useForm({
    schema: DoorBody,
    initial: { name: '', ticketTypeIds: [] },
    send: async (body) => {
      await call(`${base}/doors`, { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.doorMade });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.newDoor} onClose={onClose}>
      <Form form={form} submit={texts.makeDoor} onCancel={onClose}>
        <DoorFields form={form} data={data} />
      </Form>
    </Dialog>
  );
}

function ChangeDoor({ base, data, door, onClose }: Props & { door: ShownDoor }): VNode {
  const texts = useCheckInTexts();
  const { call, toasts, router } = useDashboard();
  const { name, ticketTypeIds, version } = door;
  const form = useForm({
    schema: ChangeDoorBody,
    initial: { name, ticketTypeIds, version },
    send: async (body) => {
      await call(`${base}/doors/${door.doorId}`, { method: 'PATCH', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.doorSaved });
      await router.refresh();
    },
    latest: async () => {
      const answer = await router.peek();
      const doors = answer?.view === 'eventCheckIn' ? answer.data.doors : [];
      const now = doors.find(({ doorId }) => doorId === door.doorId);
      return now ? { name: now.name, ticketTypeIds: now.ticketTypeIds, version: now.version } : null;
    },
  });
  return (
    <Dialog title={texts.changeDoor} onClose={onClose}>
      <Form form={form} submit={texts.saveDoor} onCancel={onClose}>
        <DoorFields form={form} data={data} />
      </Form>
    </Dialog>
  );
}

function DoorFields<Body extends { name: string; ticketTypeIds: string[] }>({
  form,
  data,
}: {
  form: FormState<Body>;
  data: Data;
}): VNode {
  const texts = useCheckInTexts();
  return (
    <>
      <TextField form={form} name="name" label={texts.doorName} hint={texts.doorNameHint} maxLength={60} />
      {data.ticketTypes.length > 1 && (
        <ChoicesField
          form={form}
          name="ticketTypeIds"
          label={texts.doorTypes}
          hint={texts.doorTypesHint}
          choices={data.ticketTypes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}
