import { Object as Body, String } from 'typebox';
import type { VNode } from 'preact';
import type { Frame } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';

const CodeBody = Body({ code: String({ minLength: 1, maxLength: 40, format: 'line' }) });

/** Asks for the second factor again, before what needs it is done. */
export function SecondStepDialog({
  frame,
  onPassed,
  onClose,
}: {
  frame: Frame;
  onPassed: () => void;
  onClose: () => void;
}): VNode {
  const { texts, call } = useDashboard();
  const { secondStep } = texts.parts;
  const form = useForm({
    schema: CodeBody,
    initial: { code: '' },
    send: async (body) => {
      await call(`${frame.base}/second-step`, { method: 'POST', body });
      onPassed();
    },
  });
  return (
    <Dialog title={secondStep.title} onClose={onClose}>
      <p>{secondStep.text}</p>
      <Form form={form} submit={secondStep.confirm} onCancel={onClose}>
        <TextField
          form={form}
          name="code"
          label={secondStep.code}
          hint={secondStep.codeHint}
          autocomplete="one-time-code"
          inputMode="numeric"
        />
      </Form>
    </Dialog>
  );
}
