import type { VNode } from 'preact';
import { ChangePasswordBody } from '../second-step/password-body.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useMeTexts } from './texts.ts';

export function PasswordDialog({ onClose }: { onClose: () => void }): VNode {
  const { call, toasts, page } = useDashboard();
  const texts = useMeTexts();
  const { security } = texts.me;
  const form = useForm({
    schema: ChangePasswordBody,
    initial: { current: '', password: '' },
    send: async (body) => {
      await call(`${page.base}/me/password`, { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: security.passwordChanged });
    },
  });
  return (
    <FormDialog form={form} title={security.changePassword} submit={security.savePassword} onClose={onClose}>
      {/* By it, password managers know whose password it is. */}
      <input type="email" autocomplete="username" value={page.person.email} readOnly hidden />
      <TextField
        form={form}
        name="current"
        label={security.currentPassword}
        type="password"
        autocomplete="current-password"
      />
      <TextField
        form={form}
        name="password"
        label={security.newPassword}
        hint={security.passwordHint}
        type="password"
        autocomplete="new-password"
      />
    </FormDialog>
  );
}
