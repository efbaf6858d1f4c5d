import type { FeesView } from './data.ts';
import { moneyFormatter } from '../../../values/money-formatter.ts';
import type { SettingsTexts } from './texts.ts';

/** The operator's fees for each ticket, with an example. */
export function sayFees(
  fees: FeesView,
  { settings: texts }: SettingsTexts,
): { rates: string; onTop: string; borne: string } {
  const money = moneyFormatter(fees.locale, fees.currency);
  const { basisPoints, flatMinor, capMinor, example } = fees;
  const parts = [
    ...(basisPoints > 0 ? [texts.share(`${basisPoints / 100}%`)] : []),
    ...(flatMinor > 0 ? [money(flatMinor)] : []),
  ];
  const [price, fee] = [money(example.priceMinor), money(example.feeMinor)];
  const sum = parts.join(' + ');
  const charged = capMinor === null ? texts.rates(sum) : texts.ratesUpTo({ sum, cap: money(capMinor) });
  return {
    rates: parts.length === 0 ? texts.noFees : charged,
    onTop: texts.onTop({ price, fee, total: money(example.priceMinor + example.feeMinor) }),
    borne: texts.borne({ price, fee, rest: money(example.priceMinor - example.feeMinor) }),
  };
}
