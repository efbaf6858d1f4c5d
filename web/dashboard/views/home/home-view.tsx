import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';

/** The first page of a host. */
export function HomeView({ data }: ViewProps<'home'>): VNode {
  const { texts } = useDashboard();
  return (
    <>
      <PageHeader title={texts.home.title} />
      {data.events.length === 0 && (
        <EmptyState title={texts.home.emptyTitle}>{texts.home.emptyText}</EmptyState>
      )}
    </>
  );
}
