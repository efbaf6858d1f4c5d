import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { ShownOrder } from './data.ts';
import { MAX_RESENT } from './bodies.ts';
import type { ResentOrders } from '../../../orders/resend-orders.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import type { RowChoice } from '../components/data-table.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useOrdersTexts } from './texts.ts';

type Chosen = { choice: RowChoice<ShownOrder> | null; bar: VNode | null };

/** Orders selected one by one, and the actions on all of them. Another list starts with none. */
export function useChosenOrders(data: ViewProps<'orders'>['data']): Chosen {
  const { orders: words } = useOrdersTexts();
  const { page } = useDashboard();
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const listed = useRef(data);
  if (listed.current !== data) {
    listed.current = data;
    chosen.value = new Set();
  }
  if (!page.powers.includes('orders.change')) return { choice: null, bar: null };
  const choice: RowChoice<ShownOrder> = {
    labelOf: ({ reference, buyer }) =>
      words.chooseOf({ reference, name: `${buyer.firstName} ${buyer.lastName}` }),
    labelOfAll: words.chooseAll,
    isChosen: ({ reference }) => chosen.value.has(reference),
    choose: (rows, isChosen) => {
      const next = new Set(chosen.value);
      for (const { reference } of rows) {
        if (isChosen) next.add(reference);
        else next.delete(reference);
      }
      chosen.value = next;
    },
  };
  const bar = <ChosenBar references={[...chosen.value]} onClear={() => (chosen.value = new Set())} />;
  return { choice, bar };
}

function ChosenBar({ references, onClear }: { references: string[]; onClear: () => void }): VNode {
  const { call, toasts, page } = useDashboard();
  const { orders: words } = useOrdersTexts();
  const report = useSignal<ResentOrders | null>(null);
  const resend = async (): Promise<void> => {
    const result = await call<ResentOrders>(page.inHost('/orders/resend'), {
      method: 'POST',
      body: { references },
    });
    onClear();
    if (result.refused.length > 0) report.value = result;
    else toasts.tell({ tone: 'good', text: words.resent(result.sent) });
  };
  const isTooMany = references.length > MAX_RESENT;
  return (
    <div
      class="chosen-bar"
      role="region"
      aria-label={words.list}
      data-is-empty={references.length === 0 ? '' : undefined}
    >
      <p role="status">{references.length > 0 && words.chosen(references.length)}</p>
      {references.length > 0 && (
        <div class="actions">
          <BusyButton disabled={isTooMany} onPress={resend}>
            {words.resend}
          </BusyButton>
          <button type="button" class="plain" onClick={onClear}>
            {words.chooseNone}
          </button>
          {isTooMany && <span class="soft">{words.tooMany(MAX_RESENT)}</span>}
        </div>
      )}
      {report.value && <ReportDialog report={report.value} onClose={() => (report.value = null)} />}
    </div>
  );
}

/** The refused orders, each with its reason. */
function ReportDialog({ report, onClose }: { report: ResentOrders; onClose: () => void }): VNode {
  const { orders: words } = useOrdersTexts();
  return (
    <Dialog
      title={words.resentTitle({ sent: report.sent, refused: report.refused.length })}
      onClose={onClose}
    >
      <p>{words.refusedIntro}</p>
      <ul class="stack gap-s refused-orders">
        {report.refused.map(({ reference, reason }) => (
          <li key={reference}>
            <span class="order-reference">{reference}</span>
            <small class="soft">{reason}</small>
          </li>
        ))}
      </ul>
      <div class="dialog-actions">
        <button type="button" class="second" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}
