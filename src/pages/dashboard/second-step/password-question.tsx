import type { VNode } from 'preact';
import { PasswordBody } from './password-body.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';

/** Asks for the password again: who has no second factor yet proves by it who they are. */
export function PasswordQuestion({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }): VNode {
  const { texts, call, page } = useDashboard();
  const { passwordAgain } = texts.parts;
  const form = useForm({
    schema: PasswordBody,
    initial: { password: '' },
    send: async (body) => {
      await call(`${page.base}/me/confirm-password`, { method: 'POST', body });
      onGiven();
    },
  });
  return (
    <Dialog title={passwordAgain.title} onClose={onClose}>
      <p>{passwordAgain.text}</p>
      <Form form={form} submit={passwordAgain.confirm} onCancel={onClose}>
        <TextField
          form={form}
          name="password"
          label={passwordAgain.password}
          type="password"
          autocomplete="current-password"
        />
      </Form>
    </Dialog>
  );
}
