import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { PageContext } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Menu } from '../components/menu.tsx';
import { Section } from '../components/section.tsx';
import { useMeTexts } from './texts.ts';

type Host = PageContext['hosts'][number];

/** The hosts that the person works for, each with a button to leave: not every role sees the team's page. Support is no member. */
export function MyHostsSection(): VNode {
  const { call, page } = useDashboard();
  const texts = useMeTexts();
  const { me, shell } = texts;
  const leaving = useSignal<Host | null>(null);
  const leave = async ({ hostId }: Host): Promise<void> => {
    await call(`${page.base}/hosts/${hostId}/team/leave`, { method: 'POST' });
    // Go to another host of theirs, or back here if there is none.
    location.assign(page.base);
  };
  return (
    <Section
      title={me.profile.hostsTitle}
      intro={page.takesNewHosts ? me.profile.hostsIntro : `${me.profile.hostsIntro} ${me.profile.noNewHosts}`}
      action={
        page.takesNewHosts && (
          <a class="second" href={`${page.base}/me/new-host`}>
            {shell.newHost}
          </a>
        )
      }
    >
      {page.hosts.length === 0 ? (
        <p class="soft">{me.profile.noHosts}</p>
      ) : (
        <DataTable
          caption={me.profile.hostsTitle}
          columns={[
            {
              name: 'host',
              label: me.profile.host,
              isRowHeader: true,
              cell: ({ hostId, name }) => <a href={`${page.base}/hosts/${hostId}`}>{name}</a>,
            },
            { name: 'role', label: me.profile.role, cell: ({ role }) => shell.roles[role] },
          ]}
          rows={page.hosts}
          keyOf={({ hostId }) => hostId}
          actions={(host) =>
            host.role !== 'support' && (
              <Menu
                id={`host-${host.hostId}`}
                label={texts.parts.actionsOf(host.name)}
                items={[
                  { label: me.profile.leave, isDangerous: true, onPress: () => (leaving.value = host) },
                ]}
              />
            )
          }
        />
      )}
      {leaving.value && (
        <ConfirmDialog
          title={me.profile.leaveTitle(leaving.value.name)}
          confirm={me.profile.leaveButton}
          onConfirm={() => leave(leaving.value as Host)}
          onClose={() => void (leaving.value = null)}
        >
          {me.profile.leaveText}
        </ConfirmDialog>
      )}
    </Section>
  );
}
