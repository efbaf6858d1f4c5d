import type { VNode } from 'preact';
import { InvitationBody } from './bodies.ts';
import type { TeamView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { PositionFields } from './position-fields.tsx';
import { useTeamTexts } from './texts.ts';

export function InviteDialog({
  data: { events, invitesAccountsOnly },
  onClose,
}: {
  data: TeamView;
  onClose: () => void;
}): VNode {
  const texts = useTeamTexts();
  const { call, router, toasts, page } = useDashboard();
  const form = useForm({
    schema: InvitationBody,
    initial: { email: '', role: 'manager', eventIds: null },
    send: async (typed) => {
      const body = typed.role === 'owner' ? { ...typed, eventIds: null } : typed;
      await call(page.inHost('/team/invitations'), { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.team.invited(body.email) });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.team.inviteTitle} onClose={onClose}>
      <Form form={form} submit={texts.team.inviteButton} onCancel={onClose}>
        <TextField
          form={form}
          name="email"
          type="email"
          label={texts.team.email}
          hint={invitesAccountsOnly ? texts.team.emailHintAccountsOnly : texts.team.emailHint}
          autocomplete="off"
          maxLength={254}
        />
        <PositionFields form={form} events={events} />
      </Form>
    </Dialog>
  );
}
