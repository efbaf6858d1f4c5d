import type { VNode } from 'preact';
import type { ShownPromoCode } from './data.ts';
import { writeDecimal } from '../../../values/decimal.ts';
import { withDecimalComma } from '../components/decimal-comma.ts';
import type { Column } from '../components/data-table.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { writeMoney } from '../components/write-money.ts';
import { codesPath } from './code-dialogs.tsx';
import type { About } from './terms-fields.tsx';
import type { EventPromoCodesTexts as Texts } from './texts.ts';
import type { Page } from '../dashboard.ts';

const TONES = { active: 'good', scheduled: 'waiting', used_up: 'off', ended: 'off' } as const;

export const codeColumns = (texts: Texts, page: Page, about: About): Column<ShownPromoCode>[] => [
  {
    name: 'code',
    label: texts.code,
    isRowHeader: true,
    cell: (code) => <a href={page.inHost(codesPath(about, `/${code.promoCodeId}`))}>{code.code}</a>,
  },
  {
    name: 'discount',
    label: texts.discount,
    cell: (code) => (
      <>
        {sayDiscount(texts, code, about)}
        {code.ticketTypeIds.length > 0 && <small class="soft"> {sayTypes(texts, code, about)}</small>}
      </>
    ),
  },
  { name: 'uses', label: texts.uses, cell: (code) => texts.usesOf(code.uses, code.maximumUses) },
  { name: 'when', label: texts.when, cell: (code) => <Window code={code} about={about} texts={texts} /> },
  {
    name: 'state',
    label: texts.state,
    cell: (code) => <StatusBadge tone={TONES[code.state]}>{texts.states[code.state]}</StatusBadge>,
  },
];

export const sayDiscount = (texts: Texts, code: ShownPromoCode, { event }: About): string =>
  texts.off(
    code.percentBasisPoints === null
      ? writeMoney(code.amountMinor ?? 0, event)
      : `${withDecimalComma(writeDecimal(code.percentBasisPoints, 2), event.locale)} %`,
  );

export const sayTypes = (texts: Texts, code: ShownPromoCode, { ticketTypes }: About): string =>
  texts.forTypes(
    ticketTypes
      .filter(({ ticketTypeId }) => code.ticketTypeIds.includes(ticketTypeId))
      .map(({ name }) => name)
      .join(', '),
  );

export function Window({ code, about, texts }: { code: ShownPromoCode; about: About; texts: Texts }): VNode {
  const { timezone, locale } = about.event;
  if (code.startsAt === null && code.endsAt === null) return <>{texts.always}</>;
  return (
    <>
      {code.startsAt !== null && (
        <>
          {texts.from} <EventMoment at={code.startsAt} timezone={timezone} locale={locale} />{' '}
        </>
      )}
      {code.endsAt !== null && (
        <>
          {texts.until} <EventMoment at={code.endsAt} timezone={timezone} locale={locale} />
        </>
      )}
    </>
  );
}
