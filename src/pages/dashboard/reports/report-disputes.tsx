import type { VNode } from 'preact';
import type { ReportsView as Data } from './data.ts';
import { writeMoney } from '../components/write-money.ts';
import { useReportTexts } from './texts.ts';

/** Disputed and lost money, beside the sums: none of it is in them. */
export function ReportDisputes({ disputed }: { disputed: Data['disputed'] }): VNode | null {
  const texts = useReportTexts();
  if (disputed.length === 0) return null;
  return (
    <ul class="below-m">
      {disputed.map((sum) => (
        <li key={sum.currency}>
          {texts.disputed({ count: sum.opened, amount: writeMoney(sum.openedMinor, sum) })}{' '}
          {texts.lost({ count: sum.lost, amount: writeMoney(sum.lostMinor, sum) })} {texts.lostApart}
        </li>
      ))}
    </ul>
  );
}
