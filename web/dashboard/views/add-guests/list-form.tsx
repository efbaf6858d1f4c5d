import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';

/** Tickets for many guests, for nothing, from a list. */
export function ListForm({ data }: ViewProps<'addGuests'>): VNode {
  return <p>{data.event.name}</p>;
}
