import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { HostOrderForm } from './host-order-form.tsx';

/** Sells tickets that the host is paid for directly: in cash, by transfer or by its own card reader. */
export function CounterForm(props: ViewProps<'addGuests'>): VNode {
  return <HostOrderForm {...props} isGift={false} />;
}

/** Gives away tickets with seats from the map. */
export function SeatGiftForm(props: ViewProps<'addGuests'>): VNode {
  return <HostOrderForm {...props} isGift />;
}
