import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';

/** Tickets for one guest, for nothing. */
export function GiveForm({ data }: ViewProps<'addGuests'>): VNode {
  return <p>{data.event.name}</p>;
}
