import type { VNode } from 'preact';
import { MemberBody } from './bodies.ts';
import type { TeamView } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useForm } from '../components/use-form.ts';
import { nameOf } from './name-of.ts';
import { PositionFields } from './position-fields.tsx';
import { useTeamTexts } from './texts.ts';

/** Changes a member's role and events. It can be undone, except for one's own. */
export function ChangeMemberDialog({
  member,
  events,
  onClose,
}: {
  member: TeamView['members'][number];
  events: TeamView['events'];
  onClose: () => void;
}): VNode {
  const texts = useTeamTexts();
  const { call, send, router, page } = useDashboard();
  const { memberId, role, eventIds, version, isYou } = member;
  const address = page.inHost(`/team/members/${memberId}`);
  const form = useForm({
    schema: MemberBody,
    texts: texts.team,
    initial: { role, eventIds, version },
    latest: async () => {
      const answer = await router.peek();
      const members = answer?.view === 'team' ? answer.data.members : [];
      return members.find((one) => one.memberId === memberId) ?? null;
    },
    send: async (typed) => {
      const body = typed.role === 'owner' ? { ...typed, eventIds: null } : typed;
      if (isYou) {
        await call(address, { method: 'PATCH', body });
        onClose();
        // Their pages have changed: go to the home page, which every role may open.
        location.assign(page.inHost(''));
        return;
      }
      await send<{ version: number }>(address, {
        method: 'PATCH',
        body,
        told: texts.team.changed(nameOf(member)),
        undo: (made) => ({ role, eventIds, version: made.version }),
        onClose,
      });
    },
  });
  return (
    <FormDialog form={form} title={texts.team.changeTitle(nameOf(member))} onClose={onClose}>
      {isYou && <Message tone="warn">{texts.team.changeYourself}</Message>}
      <PositionFields form={form} events={events} />
    </FormDialog>
  );
}
