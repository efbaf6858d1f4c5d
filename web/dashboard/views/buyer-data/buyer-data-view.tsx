import type { VNode } from 'preact';
import { PageHeader } from '../../parts/page-header.tsx';

export function BuyerDataView(): VNode {
  return <PageHeader title="A buyer’s data" />;
}
