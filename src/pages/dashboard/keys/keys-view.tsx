import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { RenameKeyBody } from './bodies.ts';
import type { KeysView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Menu } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RenameDialog } from '../components/rename-dialog.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { PrivateKeySection } from './private-key-section.tsx';
import { ServersDialog } from './servers-dialog.tsx';
import { type KeysTexts, useKeysTexts } from './texts.ts';

type Key = Data['keys'][number];

/** The keys that sites call the API with. */
export function KeysView({ data }: ViewProps<'keys'>): VNode {
  const texts = useKeysTexts();
  const { send, router, page } = useDashboard();
  const open = useSignal<{ dialog: 'new' } | { dialog: 'rename' | 'servers' | 'revoke'; key: Key } | null>(
    null,
  );
  const close = (): void => void (open.value = null);

  const latest = async ({ keyId }: Key): Promise<Key | null> => {
    const answer = await router.peek();
    const keys = answer?.view === 'keys' ? answer.data.keys : [];
    return keys.find((key) => key.keyId === keyId) ?? null;
  };
  const revoke = (key: Key): Promise<void> =>
    send(page.inHost(`/keys/${key.keyId}/revoke`), { told: texts.keys.wasRevoked(key.name), onClose: close });
  const newButton = (
    <button type="button" class="main" onClick={() => (open.value = { dialog: 'new' })}>
      {texts.keys.create}
    </button>
  );
  const actionsOf = (key: Key): VNode | null =>
    key.revokedAt === null ? (
      <Menu
        id={`key-${key.keyId}`}
        label={texts.parts.actionsOf(key.name)}
        items={[
          { label: texts.keys.rename, onPress: () => (open.value = { dialog: 'rename', key }) },
          { label: texts.keys.servers, onPress: () => (open.value = { dialog: 'servers', key }) },
          {
            label: texts.keys.revoke,
            isDangerous: true,
            onPress: () => (open.value = { dialog: 'revoke', key }),
          },
        ]}
      />
    ) : null;

  return (
    <>
      <PageHeader title={texts.keys.title} action={data.keys.length > 0 && newButton}>
        {texts.keys.intro}
      </PageHeader>
      {data.keys.length === 0 ? (
        <EmptyState title={texts.keys.emptyTitle} action={newButton}>
          {texts.keys.emptyText}
        </EmptyState>
      ) : (
        <Section title={texts.keys.list} isTitleHidden>
          <DataTable
            caption={texts.keys.list}
            columns={columnsOf(texts)}
            rows={data.keys}
            keyOf={(key) => key.keyId}
            actions={actionsOf}
          />
        </Section>
      )}
      {data.privateKey && <PrivateKeySection value={data.privateKey} />}
      {open.value?.dialog === 'new' && <NewKeyDialog onClose={close} />}
      {open.value?.dialog === 'rename' && (
        <RenameDialog
          address={page.inHost(`/keys/${open.value.key.keyId}`)}
          schema={RenameKeyBody}
          value={open.value.key}
          texts={texts.keys}
          latest={latest.bind(null, open.value.key)}
          onClose={close}
        />
      )}
      {open.value?.dialog === 'servers' && <ServersDialog value={open.value.key} onClose={close} />}
      {open.value?.dialog === 'revoke' && (
        <ConfirmDialog
          title={texts.keys.revokeTitle(open.value.key.name)}
          confirm={texts.keys.revokeButton}
          onConfirm={revoke.bind(null, open.value.key)}
          onClose={close}
        >
          {texts.keys.revokeText}
        </ConfirmDialog>
      )}
    </>
  );
}

const columnsOf = ({ keys }: KeysTexts): Column<Key>[] => [
  { name: 'name', label: keys.name, isRowHeader: true, cell: (key) => key.name },
  {
    name: 'key',
    label: keys.key,
    cell: (key) => <CopyField label={keys.copyOf(key.name)} value={key.key} />,
  },
  {
    name: 'lastUsed',
    label: keys.lastUsed,
    cell: (key) => (
      <>
        {keys.usedAgo(key.lastUsedMinutesAgo)}
        {key.servers.length > 0 && <small class="soft">{keys.namesServers(key.servers.length)}</small>}
      </>
    ),
  },
  { name: 'created', label: keys.created, cell: (key) => <Moment at={key.createdAt} style="date" /> },
  {
    name: 'status',
    label: keys.status,
    cell: (key) =>
      key.revokedAt === null ? (
        <StatusBadge tone="good">{keys.active}</StatusBadge>
      ) : (
        <StatusBadge tone="off">{keys.revoked}</StatusBadge>
      ),
  },
];
