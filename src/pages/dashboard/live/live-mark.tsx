import type { VNode } from 'preact';
import { StatusBadge } from '../components/status-badge.tsx';
import { useDashboard } from '../dashboard.ts';
import type { LiveState } from './follow-stream.ts';

/** Shows whether the figures are live. Screen readers announce a change of that, but not the figures. */
export function LiveMark({ state }: { state: LiveState }): VNode {
  const { texts } = useDashboard();
  return (
    <span class="live-mark" role="status">
      {state === 'live' && <StatusBadge tone="good">{texts.live.live}</StatusBadge>}
      {state === 'stale' && <StatusBadge tone="waiting">{texts.live.stale}</StatusBadge>}
    </span>
  );
}
