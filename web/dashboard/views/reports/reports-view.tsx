import type { VNode } from 'preact';
import { PageHeader } from '../../parts/page-header.tsx';

export function ReportsView(): VNode {
  return <PageHeader title="Reports" />;
}
