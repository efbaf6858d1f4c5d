import type { VNode } from 'preact';
import type { ReportsView as Data } from './data.ts';
import type { ReportFigures } from '../../../reports/read-report.ts';
import { Stat, Stats } from '../components/stat.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useReportTexts } from './texts.ts';

/** The totals of the period, compared with the period before. */
export function ReportSums({ sum }: { sum: Data['sums'][number] }): VNode {
  const texts = useReportTexts();
  const percent = new Intl.NumberFormat(sum.locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const figure = (
    label: string,
    read: (figures: ReportFigures) => number,
    { isMoney = false, isWide = false } = {},
  ): VNode => {
    const [now, before] = [read(sum.all), sum.before ? read(sum.before) : 0];
    return (
      <Stat
        isWide={isWide}
        label={label}
        value={isMoney ? writeMoney(now, sum) : now.toLocaleString(sum.locale)}
        // There is no percentage of zero.
        note={before > 0 && texts.against(percent.format((now - before) / before))}
      />
    );
  };
  return (
    <Stats>
      {figure(texts.net, ({ netMinor }) => netMinor, { isMoney: true, isWide: true })}
      {figure(texts.gross, ({ grossMinor }) => grossMinor, { isMoney: true, isWide: true })}
      {figure(texts.orders, ({ orders }) => orders)}
      {figure(texts.tickets, ({ tickets }) => tickets)}
    </Stats>
  );
}
