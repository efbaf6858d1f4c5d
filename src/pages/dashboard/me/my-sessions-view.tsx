import type { VNode } from 'preact';
import type { SessionsView as Data } from './sessions-data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Menu } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { useMeTexts, type MeTexts } from './texts.ts';
import { MePages } from './me-pages.tsx';

type Session = Data['sessions'][number];

/** The person's sessions. Ending one needs no confirmation: they can sign in there again. */
export function MySessionsView({ data }: ViewProps<'mySessions'>): VNode {
  const { send, page } = useDashboard();
  const texts = useMeTexts();
  const { sessions: said } = texts.me;
  const end = useAction((session: Session) =>
    send(`${page.base}/me/sessions/${session.sessionId}`, {
      method: 'DELETE',
      told: said.ended(deviceOf(session, texts)),
    }),
  );
  const endOthers = (): Promise<void> =>
    send<{ ended: number }>(`${page.base}/me/sessions/end-others`, {
      told: ({ ended }) => said.endedOthers(ended),
    });
  return (
    <>
      <MePages shown="sessions" />
      <Section
        title={said.list}
        action={data.sessions.length > 1 && <BusyButton onPress={endOthers}>{said.endOthers}</BusyButton>}
      >
        <DataTable
          caption={said.list}
          columns={columnsOf(texts)}
          rows={data.sessions}
          keyOf={({ sessionId }) => sessionId}
          actions={(session) =>
            session.isThisOne ? null : (
              <Menu
                id={`session-${session.sessionId}`}
                label={texts.parts.actionsOf(deviceOf(session, texts))}
                items={[{ label: said.end, onPress: () => end.run(session) }]}
              />
            )
          }
        />
      </Section>
    </>
  );
}

function deviceOf({ browser, system }: Session, { me }: MeTexts): string {
  if (browser === null && system === null) return me.sessions.unknownDevice;
  const known = browser ?? me.sessions.unknownBrowser;
  return system === null ? known : me.sessions.browserOn({ browser: known, system });
}

const columnsOf = (texts: MeTexts): Column<Session>[] => {
  const { sessions: said } = texts.me;
  return [
    {
      name: 'device',
      label: said.deviceLabel,
      isRowHeader: true,
      cell: (session) => (
        <span class="me-device">
          {deviceOf(session, texts)}
          {session.isThisOne && <StatusBadge tone="good">{said.thisOne}</StatusBadge>}
        </span>
      ),
    },
    { name: 'address', label: said.address, cell: ({ address }) => address ?? said.unknownAddress },
    { name: 'started', label: said.started, cell: ({ startedAt }) => <Moment at={startedAt} /> },
    { name: 'used', label: said.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  ];
};
