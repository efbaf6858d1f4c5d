import { withGmt } from '../../../values/greenwich-time.ts';
import { commaOf } from '../../../values/comma.ts';
import type { Language } from '../../../values/language.ts';
import { moneyFormatter } from '../../../values/money-formatter.ts';
import type { Texts as PassTexts } from '../../../rules/texts/passes/texts.ts';
import type { ReceiptOrder } from './contract.ts';
import type { Texts } from './texts/texts.ts';

/** How the page writes sums, days and lists. */
export type Formats = {
  sum(amountMinor: number, currency: string): string;
  /** `4 March 2026` */
  day(at: Date): string;
  /** `4 Mar, 19:00 WAT` */
  moment(at: Date): string;
  /** Of an event, whose parts are written. */
  when(event: { date: string; time: string }): string;
  list(parts: string[]): string;
  /** `7.5%` */
  rate(basisPoints: number): string;
};

export type Words = { texts: Texts; formats: Formats; passes: PassTexts; language: Language };

export function formatsOf(
  {
    locale,
    timezone,
    summary,
  }: Pick<ReceiptOrder, 'locale' | 'timezone'> & { summary: Pick<ReceiptOrder['summary'], 'currency'> },
  language: Language,
): Formats {
  const own = moneyFormatter(locale, summary.currency);
  const day = new Intl.DateTimeFormat(locale, { timeZone: timezone, dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const list = new Intl.ListFormat(language);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return {
    sum: (amountMinor, currency) =>
      // A payment of the wrong sum may have come in another currency: its code says which dollars they are.
      currency === summary.currency
        ? own(amountMinor)
        : moneyFormatter(locale, currency, 'code')(amountMinor),
    day: (at) => day.format(at),
    moment: (at) => withGmt(moment.format(at)),
    when: ({ date, time }) => date + commaOf(locale) + time,
    list: (parts) => list.format(parts),
    rate: (basisPoints) => percent.format(basisPoints / 10_000),
  };
}
