import type { VNode } from 'preact';
import type { ShownPool, ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { EditPoolDialog, ShareStockDialog } from './pool-dialog.tsx';
import { useEventTicketsTexts } from './texts.ts';
import { pathOf } from './type-dialog.tsx';

export type OpenPool = { dialog: 'share' } | { dialog: 'editPool' | 'dissolve'; pool: ShownPool };

/** The open dialog of a shared capacity. */
export function PoolDialogs({
  open,
  ...given
}: {
  event: ShownEvent;
  types: readonly ShownTicketType[];
  open: OpenPool | { dialog: 'add' | 'edit' | 'delete' | 'price' } | null;
  onClose: () => void;
}): VNode | null {
  if (open?.dialog === 'share') return <ShareStockDialog {...given} />;
  if (open?.dialog === 'editPool') return <EditPoolDialog {...given} pool={open.pool} />;
  if (open?.dialog === 'dissolve') return <DissolveDialog {...given} pool={open.pool} />;
  return null;
}

function DissolveDialog({
  event,
  types,
  pool,
  onClose,
}: {
  event: ShownEvent;
  types: readonly ShownTicketType[];
  pool: ShownPool;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const drawing = types.filter(({ ticketTypeId }) => pool.ticketTypeIds.includes(ticketTypeId));
  const named = drawing.map(({ name, capacity }) => `${name} ${capacity.toLocaleString(event.locale)}`);
  const dissolve = async (): Promise<void> => {
    const { poolId, version } = pool;
    await send(pathOf(page, event, `/pools/${poolId}/dissolve`), {
      body: { version },
      told: texts.dissolved(pool.name),
      onClose,
    });
  };
  return (
    <ConfirmDialog
      title={texts.dissolveTitle(pool.name)}
      confirm={texts.dissolveButton}
      onConfirm={dissolve}
      onClose={onClose}
    >
      {texts.dissolveText(named.join(', '))}
    </ConfirmDialog>
  );
}
