import type { VNode } from 'preact';
import type { ShownScanGuest } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { useCheckInTexts } from './texts.ts';

/** A guest's ticket: its type, its seat, and a link to its order for those who may see it. */
export function TicketOf({ guest }: { guest: ShownScanGuest }): VNode {
  const texts = useCheckInTexts();
  const { page } = useDashboard();
  const { typeName, seat, orderReference } = guest;
  return (
    <>
      {typeName}
      {seat && ` · ${texts.seatOf(seat)}`}
      {' · '}
      {page.powers.includes('orders.see') ? (
        <a href={page.inHost(`/orders/${orderReference}`)}>{orderReference}</a>
      ) : (
        orderReference
      )}
    </>
  );
}
