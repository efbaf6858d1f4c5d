import type { VNode } from 'preact';
import { NamePlanBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
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
  const { call, router, toasts, page } = useDashboard();
  const rename = async (name: string): Promise<void> => {
    await call(page.inHost(`/seating-plans/${value.planId}/rename`), { method: 'POST', body: { name } });
    await router.refresh();
  };
  const form = useForm({
    schema: NamePlanBody,
    initial: { name: value.name },
    send: async ({ name }) => {
      await rename(name);
      onClose();
      toasts.tell({ tone: 'good', text: texts.plans.renamed(name), undo: () => rename(value.name) });
    },
  });
  return (
    <Dialog title={texts.plans.renameTitle} onClose={onClose}>
      <Form form={form} submit={texts.parts.save} onCancel={onClose}>
        <TextField form={form} name="name" label={texts.plans.name} maxLength={100} />
      </Form>
    </Dialog>
  );
}
