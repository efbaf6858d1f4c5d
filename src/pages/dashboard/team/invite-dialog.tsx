import type { VNode } from 'preact';
import { InvitationBody } from './bodies.ts';
import type { TeamView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
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
  const { send, page } = useDashboard();
  const form = useForm({
    schema: InvitationBody,
    texts: texts.team,
    initial: { email: '', role: 'manager', eventIds: null },
    send: async (typed) => {
      const body = typed.role === 'owner' ? { ...typed, eventIds: null } : typed;
      await send(page.inHost('/team/invitations'), { body, told: texts.team.invited(body.email), onClose });
    },
  });
  return (
    <FormDialog form={form} title={texts.team.inviteTitle} submit={texts.team.inviteButton} onClose={onClose}>
      <TextField
        form={form}
        name="email"
        type="email"
        hint={invitesAccountsOnly ? texts.team.emailHintAccountsOnly : texts.team.emailHint}
        autocomplete="off"
      />
      <PositionFields form={form} events={events} />
    </FormDialog>
  );
}
