import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { TeamView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Menu } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { EventsCell } from './events-cell.tsx';
import { type TeamTexts, useTeamTexts } from './texts.ts';

type Invitation = TeamView['invitations'][number];

/** The open invitations. */
export function InvitationsSection({ data }: { data: TeamView }): VNode {
  const texts = useTeamTexts();
  const { send, page } = useDashboard();
  const withdrawn = useSignal<Invitation | null>(null);
  const mayManage = page.powers.includes('team.manage');
  const pathOf = ({ invitationId }: Invitation): string => page.inHost(`/team/invitations/${invitationId}`);
  const again = useAction((invitation: Invitation) =>
    send(`${pathOf(invitation)}/send`, { told: texts.team.sentAgain(invitation.email) }),
  );
  const withdraw = async (invitation: Invitation): Promise<void> => {
    const told = texts.team.withdrawn(invitation.email);
    await send(pathOf(invitation), { method: 'DELETE', told, onClose: () => (withdrawn.value = null) });
  };
  const actions = (invitation: Invitation): VNode => (
    <Menu
      id={`invitation-${invitation.invitationId}`}
      label={texts.parts.actionsOf(invitation.email)}
      items={[
        { label: texts.team.sendAgain, onPress: () => again.run(invitation) },
        { label: texts.team.withdraw, isDangerous: true, onPress: () => (withdrawn.value = invitation) },
      ]}
    />
  );
  return (
    <Section title={texts.team.invitations} intro={texts.team.invitationsIntro}>
      {data.invitations.length === 0 ? (
        <p class="soft">{texts.team.noInvitations}</p>
      ) : (
        <DataTable
          caption={texts.team.invitations}
          columns={columnsOf(texts, data.events)}
          rows={data.invitations}
          keyOf={({ invitationId }) => invitationId}
          {...(mayManage && { actions })}
        />
      )}
      {withdrawn.value && (
        <ConfirmDialog
          title={texts.team.withdrawTitle(withdrawn.value.email)}
          confirm={texts.team.withdrawButton}
          onConfirm={withdraw.bind(null, withdrawn.value)}
          onClose={() => (withdrawn.value = null)}
        >
          {texts.team.withdrawText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

const columnsOf = ({ team, shell }: TeamTexts, events: TeamView['events']): Column<Invitation>[] => [
  { name: 'email', label: team.email, isRowHeader: true, cell: ({ email }) => email },
  { name: 'role', label: team.role, cell: ({ role }) => shell.roles[role] },
  {
    name: 'events',
    label: team.events,
    cell: ({ eventIds }) => <EventsCell eventIds={eventIds} events={events} />,
  },
  {
    name: 'sent',
    label: team.sent,
    cell: ({ createdAt, invitedBy }) => (
      <>
        <Moment at={createdAt} style="date" />{' '}
        {invitedBy !== null && <span class="soft">{team.sentBy(invitedBy)}</span>}
      </>
    ),
  },
  {
    name: 'until',
    label: team.until,
    cell: ({ expiresAt }) => <Moment at={expiresAt} style="date" />,
  },
  {
    name: 'status',
    label: team.status,
    cell: ({ isExpired }) =>
      isExpired ? (
        <StatusBadge tone="off">{team.expired}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{team.open}</StatusBadge>
      ),
  },
];
