import type { VNode } from 'preact';
import type { ShownScanGuest } from './data.ts';
import type { Frame } from '../contract.ts';
import { inHost } from '../paths.ts';
import { useCheckInTexts } from './texts.ts';

/** A guest's ticket: its type, its seat, and its order, which leads there for those who may see it. */
export function TicketOf({ guest, frame }: { guest: ShownScanGuest; frame: Frame }): VNode {
  const texts = useCheckInTexts();
  const { typeName, seat, orderReference } = guest;
  return (
    <>
      {typeName}
      {seat && ` · ${texts.seatOf(seat)}`}
      {' · '}
      {frame.powers.includes('orders.see') ? (
        <a href={inHost(frame, `/orders/${orderReference}`)}>{orderReference}</a>
      ) : (
        orderReference
      )}
    </>
  );
}
