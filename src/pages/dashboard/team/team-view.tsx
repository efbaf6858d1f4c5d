import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { TeamView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { ChangeMemberDialog } from './change-member-dialog.tsx';
import { EventsCell } from './events-cell.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { nameOf } from './name-of.ts';
import { PowersTable } from './powers-table.tsx';
import { type TeamTexts, useTeamTexts } from './texts.ts';

type Member = Data['members'][number];
type Open = { dialog: 'invite' } | { dialog: 'change' | 'remove' | 'leave'; member: Member };

/** The members, the invitations and the powers of each role. */
export function TeamView({ data }: ViewProps<'team'>): VNode {
  const texts = useTeamTexts();
  const { page } = useDashboard();
  const { team } = texts;
  const open = useSignal<Open | null>(null);
  const close = (): void => void (open.value = null);
  const mayManage = page.powers.includes('team.manage');

  const itemsFor = (member: Member): MenuItem[] => [
    ...(mayManage
      ? [{ label: team.change, onPress: () => (open.value = { dialog: 'change', member }) }]
      : []),
    member.isYou
      ? { label: team.leave, isDangerous: true, onPress: () => (open.value = { dialog: 'leave', member }) }
      : { label: team.remove, isDangerous: true, onPress: () => (open.value = { dialog: 'remove', member }) },
  ];
  const actions = (member: Member): VNode | null =>
    mayManage || member.isYou ? (
      <Menu
        id={`member-${member.memberId}`}
        label={texts.parts.actionsOf(nameOf(member))}
        items={itemsFor(member)}
      />
    ) : null;
  return (
    <>
      <PageHeader
        title={team.title}
        action={
          mayManage && (
            <button type="button" class="main" onClick={() => (open.value = { dialog: 'invite' })}>
              {team.invite}
            </button>
          )
        }
      >
        {team.intro}
      </PageHeader>
      <Section title={team.members} isTitleHidden>
        <DataTable
          caption={team.members}
          columns={columnsOf(texts, data.events)}
          rows={data.members}
          keyOf={({ memberId }) => memberId}
          actions={actions}
        />
      </Section>
      <InvitationsSection data={data} />
      {mayManage && (
        <Section title={team.support} intro={team.supportIntro}>
          <a class="second" href={page.inHost('/support')}>
            {team.toSupport}
          </a>
        </Section>
      )}
      <Section title={team.powersTitle} intro={team.powersIntro}>
        <PowersTable powers={data.powers} />
      </Section>
      {open.value && <OpenDialog open={open.value} data={data} onClose={close} />}
    </>
  );
}

function OpenDialog({ open, data, onClose }: ViewProps<'team'> & { open: Open; onClose: () => void }): VNode {
  const texts = useTeamTexts();
  const { send, call, page } = useDashboard();
  const { team } = texts;
  if (open.dialog === 'invite') return <InviteDialog data={data} onClose={onClose} />;
  const { member } = open;
  if (open.dialog === 'change') {
    return <ChangeMemberDialog member={member} events={data.events} onClose={onClose} />;
  }
  const name = nameOf(member);
  const remove = (): Promise<void> =>
    send(page.inHost(`/team/members/${member.memberId}`), {
      method: 'DELETE',
      told: team.removed(name),
      onClose,
    });
  const leave = async (): Promise<void> => {
    await call(page.inHost('/team/leave'), { method: 'POST' });
    location.assign(page.base);
  };
  return open.dialog === 'leave' ? (
    <ConfirmDialog
      title={team.leaveTitle(page.host?.name ?? '')}
      confirm={team.leaveButton}
      onConfirm={leave}
      onClose={onClose}
    >
      {team.leaveText}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={team.removeTitle(name)}
      confirm={team.removeButton}
      onConfirm={remove}
      onClose={onClose}
    >
      {team.removeText}
    </ConfirmDialog>
  );
}

const columnsOf = ({ team, shell }: TeamTexts, events: Data['events']): Column<Member>[] => [
  {
    name: 'person',
    label: team.person,
    isRowHeader: true,
    cell: ({ name, email, isYou }) => (
      <span class="stack member">
        <span>
          {name || team.noName} {isYou && <span class="framed you">{team.you}</span>}
        </span>
        <small class="soft">{email}</small>
      </span>
    ),
  },
  { name: 'role', label: team.role, cell: ({ role }) => shell.roles[role] },
  {
    name: 'events',
    label: team.events,
    cell: ({ eventIds }) => <EventsCell eventIds={eventIds} events={events} />,
  },
  {
    name: 'factor',
    label: team.factor,
    cell: ({ hasFactor }) =>
      hasFactor ? (
        <StatusBadge tone="good">{team.hasFactor}</StatusBadge>
      ) : (
        <StatusBadge tone="waiting">{team.hasNoFactor}</StatusBadge>
      ),
  },
  {
    name: 'seen',
    label: team.lastSeen,
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? team.never : <Moment at={lastSeenAt} />),
  },
];
