import type { VNode } from 'preact';
import { NamePlanBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSeatingPlansTexts } from './texts.ts';

/** The name only: events that use the plan stay as they are. */
export function RenamePlanDialog({
  value,
  onClose,
}: {
  value: { planId: string; name: string };
  onClose: () => void;
}): VNode {
  const texts = useSeatingPlansTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: NamePlanBody,
    texts: texts.plans,
    initial: { name: value.name },
    send: (body) =>
      send(page.inHost(`/seating-plans/${value.planId}/rename`), {
        body,
        told: texts.plans.renamed(body.name),
        undo: { name: value.name },
        onClose,
      }),
  });
  return (
    <FormDialog form={form} title={texts.plans.renameTitle} onClose={onClose}>
      <TextField form={form} name="name" />
    </FormDialog>
  );
}
