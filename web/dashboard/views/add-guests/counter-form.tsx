import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';

/** Tickets that the host is paid for otherwise: in cash, by transfer, by a card reader of its own. */
export function CounterForm({ data }: ViewProps<'addGuests'>): VNode {
  return <p>{data.event.name}</p>;
}
