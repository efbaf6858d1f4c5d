import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { PasskeyNameBody } from '../second-step/passkey-name-body.ts';
import type { SecurityView as Data } from './security-data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Menu } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { RenameDialog } from '../components/rename-dialog.tsx';
import { Section } from '../components/section.tsx';
import { useMeTexts, type MeTexts } from './texts.ts';
import type { Added, FactorSectionProps } from './factor-section.ts';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';

type Passkey = Data['passkeys'][number];

/** Phones, computers and keys that sign the person in. */
export function PasskeySection({ data, onCodes }: FactorSectionProps): VNode {
  const { send, router, toasts, page } = useDashboard();
  const texts = useMeTexts();
  const { passkeys: said } = texts.me;
  const open = useSignal<{ dialog: 'new' } | { dialog: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const close = (): void => void (open.value = null);
  const at = `${page.base}/me/passkeys`;
  const isLast = data.totpSince === null && data.passkeys.length === 1;
  const onAdded = async ({ recoveryCodes }: Added): Promise<void> => {
    close();
    toasts.tell({ tone: 'good', text: said.added });
    onCodes(recoveryCodes);
    await router.refresh();
  };
  const remove = ({ passkeyId, name }: Passkey): Promise<void> =>
    send(`${at}/${passkeyId}`, { method: 'DELETE', told: said.removed(name), onClose: close });
  const actionsOf = (passkey: Passkey): VNode => (
    <Menu
      id={`passkey-${passkey.passkeyId}`}
      label={texts.parts.actionsOf(passkey.name)}
      items={[
        { label: said.rename, onPress: () => (open.value = { dialog: 'rename', passkey }) },
        ...(isLast && data.mustKeepOne
          ? []
          : [
              {
                label: said.remove,
                isDangerous: true,
                onPress: () => (open.value = { dialog: 'remove', passkey }),
              },
            ]),
      ]}
    />
  );
  return (
    <Section
      title={said.title}
      intro={said.intro}
      isCard
      action={
        <button type="button" class="second" onClick={() => (open.value = { dialog: 'new' })}>
          {said.add}
        </button>
      }
    >
      {data.passkeys.length === 0 ? (
        <p class="soft">{said.none}</p>
      ) : (
        <DataTable
          caption={said.title}
          columns={columnsOf(texts)}
          rows={data.passkeys}
          keyOf={({ passkeyId }) => passkeyId}
          actions={actionsOf}
        />
      )}
      {open.value?.dialog === 'new' && (
        <NewPasskeyDialog at={at} name={data.deviceName} onAdded={onAdded} onClose={close} />
      )}
      {open.value?.dialog === 'rename' && (
        <RenameDialog
          address={`${at}/${open.value.passkey.passkeyId}`}
          schema={PasskeyNameBody}
          value={{ name: open.value.passkey.name }}
          texts={said}
          onClose={close}
        />
      )}
      {open.value?.dialog === 'remove' && (
        <ConfirmDialog
          title={said.removeTitle(open.value.passkey.name)}
          confirm={said.removeButton}
          onConfirm={remove.bind(null, open.value.passkey)}
          onClose={close}
        >
          {isLast ? texts.me.security.lastFactor : said.removeText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

const columnsOf = ({ me: { passkeys: said } }: MeTexts): Column<Passkey>[] => [
  { name: 'name', label: said.name, isRowHeader: true, cell: ({ name }) => name },
  { name: 'created', label: said.created, cell: ({ createdAt }) => <Moment at={createdAt} style="date" /> },
  {
    name: 'used',
    label: said.lastUsed,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? said.never : <Moment at={lastUsedAt} />),
  },
];
