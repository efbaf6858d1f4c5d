import type { VNode } from 'preact';
import type { EventState } from '../../../orders/event-figures.ts';
import { useDashboard } from '../dashboard.ts';
import { StatusBadge } from './status-badge.tsx';

const TONES: Record<EventState, 'good' | 'waiting' | 'bad' | 'off'> = {
  draft: 'off',
  coming_soon: 'waiting',
  on_sale: 'good',
  sold_out: 'good',
  sale_ended: 'off',
  no_tickets: 'waiting',
  ended: 'off',
  cancelled: 'bad',
};

/** An event's state. */
export function EventBadge({ state }: { state: EventState }): VNode {
  const { texts } = useDashboard();
  return <StatusBadge tone={TONES[state]}>{texts.event.states[state]}</StatusBadge>;
}
