import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { HostOrderForm } from './host-order-form.tsx';

/** Tickets that the host is paid for otherwise: in cash, by transfer, by a card reader of its own. */
export function CounterForm(props: ViewProps<'addGuests'>): VNode {
  return <HostOrderForm {...props} isGift={false} />;
}

/** Tickets for nothing, with the seats that are chosen on the map. */
export function SeatGiftForm(props: ViewProps<'addGuests'>): VNode {
  return <HostOrderForm {...props} isGift />;
}
