import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { MemberBody } from './bodies.ts';
import type { TeamView } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { nameOf } from './name-of.ts';
import { PositionFields } from './position-fields.tsx';
import { useTeamTexts } from './texts.ts';

/** Another role, other events. It can be taken back, unless it is one's own. */
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
  const { call, router, toasts, page } = useDashboard();
  const { memberId, role, eventIds, version, isYou } = member;
  const change = (body: Static<typeof MemberBody>): Promise<{ version: number }> =>
    call(page.inHost(`/team/members/${memberId}`), { method: 'PATCH', body });
  const form = useForm({
    schema: MemberBody,
    initial: { role, eventIds, version },
    latest: async () => {
      const answer = await router.peek();
      const members = answer?.view === 'team' ? answer.data.members : [];
      return members.find((one) => one.memberId === memberId) ?? null;
    },
    send: async (typed) => {
      const made = await change(typed.role === 'owner' ? { ...typed, eventIds: null } : typed);
      onClose();
      if (isYou) {
        // What they may open is another now: the home page is every role’s.
        location.assign(page.inHost(''));
        return;
      }
      const undo = async (): Promise<void> => {
        await change({ role, eventIds, version: made.version });
        await router.refresh();
      };
      toasts.tell({ tone: 'good', text: texts.team.changed(nameOf(member)), undo });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.team.changeTitle(nameOf(member))} onClose={onClose}>
      <Form form={form} submit={texts.parts.save} onCancel={onClose}>
        {isYou && <Message tone="warn">{texts.team.changeYourself}</Message>}
        <PositionFields form={form} events={events} />
      </Form>
    </Dialog>
  );
}
