import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { ResendingCount } from '../../../orders/resendings/resend-all.ts';
import { Message } from '../../shared/message.tsx';
import { mintId } from '../../shared/mint-id.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { tellFailure } from '../shell/tell-failure.ts';
import { useOrdersTexts } from './texts.ts';

type Data = ViewProps<'orders'>['data'];

/** Resends the tickets of all orders that match the filters, also of those not on this page. */
export function ResendAll({
  data,
  isFiltered,
  hasRows,
}: {
  data: Data;
  isFiltered: boolean;
  hasRows: boolean;
}): VNode | null {
  const { orders: words } = useOrdersTexts();
  const { page } = useDashboard();
  const isOpen = useSignal(false);
  if (!hasRows || !page.powers.includes('orders.change')) return null;
  return (
    <p>
      <button type="button" class="plain" onClick={() => (isOpen.value = true)}>
        {isFiltered ? words.resendMatching : words.resendAll}
      </button>
      {isOpen.value && <ResendDialog data={data} onClose={() => (isOpen.value = false)} />}
    </p>
  );
}

/** The filters of the list, as the server takes them. */
const matchingOf = ({ event, query }: Data) =>
  event ? { ...query, event: event.eventId, clock: 'event' as const } : { ...query, clock: 'host' as const };

/** Counts the e-mails first, and shows the count before anything is sent. */
function ResendDialog({ data, onClose }: { data: Data; onClose: () => void }): VNode {
  const { send, call, texts, page } = useDashboard();
  const { orders: words } = useOrdersTexts();
  const counted = useSignal<ResendingCount | string | null>(null);
  const resendingId = useMemo(mintId, []);
  const matching = matchingOf(data);
  useEffect(() => {
    const query = new URLSearchParams(matching).toString();
    call<ResendingCount>(page.inHost(`/orders/resendings/count?${query}`)).then(
      (count) => (counted.value = count),
      (error: unknown) => (counted.value = tellFailure(texts, error)),
    );
  }, []);
  const resend = async (): Promise<void> => {
    await send(page.inHost('/orders/resendings'), {
      body: { ...matching, resendingId },
      told: words.beganResending,
      onClose,
    });
    // The progress is above the list.
    scrollTo({ top: 0 });
  };
  const count = counted.value;
  return (
    <Dialog title={words.resendAllTitle} onClose={onClose}>
      <div role="status" class="resend-count">
        <Counted count={count} />
      </div>
      <div class="dialog-actions">
        {count !== null && typeof count !== 'string' && count.people > 0 && (
          <BusyButton class="main" onPress={resend}>
            {words.sendMails(count.people)}
          </BusyButton>
        )}
        <button type="button" class="second" onClick={onClose}>
          {texts.parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** Null during the count; a sentence if the count failed. */
function Counted({ count }: { count: ResendingCount | string | null }): VNode {
  const { orders: words } = useOrdersTexts();
  if (count === null)
    return (
      <p>
        {words.counting} <span class="spinner" />
      </p>
    );
  if (typeof count === 'string') return <Message tone="bad">{count}</Message>;
  if (count.people === 0) return <p>{words.nothingToSend}</p>;
  return (
    <>
      <p>{words.countedOrders({ orders: count.orders, people: count.people })}</p>
      {count.typedByHost > 0 && <p class="soft">{words.countedTyped(count.typedByHost)}</p>}
    </>
  );
}
