import type { VNode } from 'preact';
import { ChangeDoorBody, DoorBody } from './bodies.ts';
import type { EventCheckInView as Data, ShownDoor } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ChoicesField } from '../components/choices-field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useCheckInTexts } from './texts.ts';

const valuesOf = ({ name, ticketTypeIds, version }: ShownDoor) => ({ name, ticketTypeIds, version });

/** Adds or changes a door. */
export function DoorDialog({
  base,
  data,
  door,
  onClose,
}: {
  base: string;
  data: Data;
  door: ShownDoor | null;
  onClose: () => void;
}): VNode {
  const texts = useCheckInTexts();
  const { send, router } = useDashboard();
  const form = useForm({
    // A new door has no version yet.
    schema: (door ? ChangeDoorBody : DoorBody) as typeof ChangeDoorBody,
    initial: (door ? valuesOf(door) : { name: '', ticketTypeIds: [] }) as ReturnType<typeof valuesOf>,
    send: (body) =>
      send(`${base}/doors${door ? `/${door.doorId}` : ''}`, {
        method: door ? 'PATCH' : 'POST',
        body,
        told: door ? texts.doorSaved : texts.doorMade,
        onClose,
      }),
    latest: async () => {
      const answer = await router.peek();
      const doors = answer?.view === 'eventCheckIn' ? answer.data.doors : [];
      const now = doors.find(({ doorId }) => doorId === door?.doorId);
      return now ? valuesOf(now) : null;
    },
  });
  return (
    <FormDialog
      form={form}
      title={door ? texts.changeDoor : texts.newDoor}
      submit={door ? texts.saveDoor : texts.makeDoor}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={texts.doorName} hint={texts.doorNameHint} />
      {data.ticketTypes.length > 1 && (
        <ChoicesField
          form={form}
          name="ticketTypeIds"
          label={texts.doorTypes}
          hint={texts.doorTypesHint}
          choices={data.ticketTypes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormDialog>
  );
}
