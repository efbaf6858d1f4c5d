import type { VNode } from 'preact';
import { StatusBadge } from '../components/status-badge.tsx';
import { useDashboard } from '../dashboard.ts';
import type { LiveState } from './follow-stream.ts';

/** Whether the figures are those of this moment. The change is told aloud; the figures themselves are not. */
export function LiveMark({ state }: { state: LiveState }): VNode {
  const { texts } = useDashboard();
  return (
    <span class="live-mark" role="status">
      {state === 'live' && <StatusBadge tone="good">{texts.live.live}</StatusBadge>}
      {state === 'stale' && <StatusBadge tone="waiting">{texts.live.stale}</StatusBadge>}
    </span>
  );
}
