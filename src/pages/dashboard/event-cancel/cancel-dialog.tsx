import type { VNode } from 'preact';
import { CancelBody } from './bodies.ts';
import type { EventCancelView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { sumOf } from './sum-of.ts';
import { useEventCancelTexts } from './texts.ts';

/** Asks for the reason, and for the event's name as a confirmation. */
export function CancelDialog({
  data,
  plan,
  onClose,
}: {
  data: Data;
  plan: NonNullable<Data['plan']>;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useEventCancelTexts();
  const { event } = data;
  const path = `/events/${event.eventId}/cancel${plan.goesBack.length > 0 ? '' : '/unpaid'}`;
  const form = useForm({
    schema: CancelBody,
    texts,
    initial: { name: '', reason: '' },
    send: (body) => send(page.inHost(path), { body, told: texts.cancelled, onClose }),
  });
  const people = plan.holders.reduce((sum, one) => sum + one.people, 0);
  return (
    <Dialog kind="wide" title={texts.dialogTitle} onClose={onClose}>
      <p>{texts.dialogText(sumOf(plan, event.locale), texts.somebody(people))}</p>
      <Form form={form} submit={texts.cancelButton} isDangerous>
        <TextArea form={form} name="reason" rows={4} isOptional />
        <TextField form={form} name="name" label={texts.typeName(event.name)} autocomplete="off" />
      </Form>
      <div class="form-actions">
        <button type="button" class="second" onClick={onClose}>
          {texts.keep}
        </button>
      </div>
    </Dialog>
  );
}
