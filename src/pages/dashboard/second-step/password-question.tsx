import type { VNode } from 'preact';
import { PasswordBody } from './password-body.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';

/** Asks for the password again, as proof for people without a second factor. */
export function PasswordQuestion({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }): VNode {
  const { texts, call, page } = useDashboard();
  const { passwordAgain } = texts.parts;
  const form = useForm({
    schema: PasswordBody,
    texts: passwordAgain,
    initial: { password: '' },
    send: async (body) => {
      await call(`${page.base}/me/confirm-password`, { method: 'POST', body });
      onGiven();
    },
  });
  return (
    <FormDialog
      form={form}
      title={passwordAgain.title}
      intro={<p>{passwordAgain.text}</p>}
      submit={passwordAgain.confirm}
      onClose={onClose}
    >
      <TextField form={form} name="password" type="password" autocomplete="current-password" />
    </FormDialog>
  );
}
