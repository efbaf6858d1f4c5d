import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Moment } from '../components/moment.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useOrderTexts } from './texts.ts';

type Dispute = Data['disputes'][number];

const TONES = { open: 'bad', won: 'good', lost: 'bad' } as const;

/** A payment that the buyer's bank claims back: until when to answer, and where. */
export function OrderDispute({ order, dispute }: { order: Data; dispute: Dispute }): VNode {
  const texts = useOrderTexts();
  const { state, dueAt, reason, address, gatewayDisputeId, isRefundable, blockedAt } = dispute;
  const amount = writeMoney(dispute.amountMinor, { locale: order.locale, currency: dispute.currency });
  const isOpen = state === 'open';
  return (
    <div class="stack gap-s below-l">
      <Message tone={TONES[state]}>
        <strong>{texts.disputed[state](amount)}</strong>{' '}
        {isOpen && dueAt !== null && (
          <>
            {texts.disputeDue} <Moment at={dueAt} />.{' '}
          </>
        )}
        {reason !== '' && `${texts.disputeReason(reason.replace(/\.+$/, ''))} `}
        {isOpen && (isRefundable ? texts.disputeRefundable : texts.disputeTodo)}{' '}
        {isOpen && (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {texts.disputeAt(gatewayDisputeId)}
          </a>
        )}{' '}
        {state !== 'won' && (blockedAt === null ? texts.disputeLetIn : texts.disputeBlocked)}
      </Message>
      {state !== 'won' && <BlockButton order={order} isBlocked={blockedAt !== null} />}
    </div>
  );
}

/** Has the tickets refused at the doors, or let in again. */
function BlockButton({ order, isBlocked }: { order: Data; isBlocked: boolean }): VNode | null {
  const texts = useOrderTexts();
  const { send, page } = useDashboard();
  if (!page.powers.includes('orders.refund')) return null;
  const press = () =>
    send(page.inHost(`/orders/${order.reference}/tickets/block`), {
      body: { isBlocked: !isBlocked },
      told: isBlocked ? texts.ticketsUnblocked : texts.ticketsBlocked,
    });
  return (
    <div class="actions">
      <BusyButton onPress={press}>{isBlocked ? texts.unblockTickets : texts.blockTickets}</BusyButton>
    </div>
  );
}
