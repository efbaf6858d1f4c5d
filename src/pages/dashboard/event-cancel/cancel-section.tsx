import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventCancelView as Data } from './data.ts';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { languageName } from '../components/name-language.ts';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { writeMoney } from '../components/write-money.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { sumOf } from './sum-of.ts';
import { useEventCancelTexts, type EventCancelTexts } from './texts.ts';

type Plan = NonNullable<Data['plan']>;
type GoesBack = Plan['goesBack'][number];

/** Everything that cancelling will do, shown before anybody does it. */
export function CancelSection({ data, plan }: { data: Data; plan: Plan }): VNode {
  const texts = useEventCancelTexts();
  const { page } = useDashboard();
  const isOpen = useSignal(false);
  const needsRefunds = plan.goesBack.length > 0;
  const mayCancel = page.powers.includes('events.refund') || !needsRefunds;
  return (
    <Section title={texts.cancel} intro={texts.cancelIntro} isCard>
      <div class="stack gap-m flush">
        <PlanStats data={data} plan={plan} />
        {needsRefunds && (
          <DataTable
            caption={texts.byGateway}
            columns={columnsOf(texts, data)}
            rows={plan.goesBack}
            keyOf={({ gateway, currency }) => `${gateway} ${currency}`}
          />
        )}
        <PlanNotes data={data} plan={plan} />
        {mayCancel ? (
          <div class="form-actions">
            <button type="button" class="danger" onClick={() => (isOpen.value = true)}>
              {texts.openDialog}
            </button>
          </div>
        ) : (
          <Message tone="warn">{texts.needsOwner}</Message>
        )}
        {isOpen.value && <CancelDialog data={data} plan={plan} onClose={() => (isOpen.value = false)} />}
      </div>
    </Section>
  );
}

function PlanStats({ data, plan }: { data: Data; plan: Plan }): VNode {
  const { page } = useDashboard();
  const texts = useEventCancelTexts();
  const { locale } = data.event;
  const write = (number: number): string => number.toLocaleString(locale);
  const people = plan.holders.reduce((sum, one) => sum + one.people, 0);
  const languages = plan.holders.map((one) => ({
    people: one.people,
    language: languageName(one.language, page.language),
  }));
  return (
    <Stats>
      <Stat
        label={texts.money}
        value={sumOf(plan, locale) ?? texts.noMoney}
        note={plan.goesBack.length > 0 ? texts.moneyNote : texts.noMoneyNote}
      />
      <Stat
        label={texts.tickets}
        value={write(plan.tickets)}
        note={
          plan.tickets > 0 &&
          texts.ticketsNote({ orders: plan.paidOrders + plan.freeOrders, used: plan.usedTickets })
        }
      />
      <Stat
        label={texts.people}
        value={write(people)}
        note={people === 0 ? texts.nobody : texts.inLanguages(languages)}
      />
      <Stat label={texts.unpaid} value={write(plan.unpaidOrders)} note={texts.unpaidNote} />
    </Stats>
  );
}

/** Warnings for the person who cancels. */
function PlanNotes({ data, plan }: { data: Data; plan: Plan }): VNode {
  const texts = useEventCancelTexts();
  const before = plan.refundedBefore.map(({ currency, amountMinor }) =>
    writeMoney(amountMinor, { locale: data.event.locale, currency }),
  );
  const notes = [
    plan.goesBack.some(({ gateway }) => gateway !== 'by_hand') && texts.balance,
    plan.goesBack.some(({ gateway }) => gateway === 'by_hand') && texts.byHandNote,
    plan.freeOrders > 0 && texts.freeOrders(plan.freeOrders),
    before.length > 0 && texts.refundedBefore(before.join(', ')),
    plan.stuckRefunds > 0 && texts.stuck(plan.stuckRefunds),
  ].filter((note) => note !== false);
  return (
    <>
      {data.unusable.length > 0 && (
        <Message tone="warn">
          {texts.unusable(data.unusable.map((name) => nameGateway(texts, name)).join(', '))}
        </Message>
      )}
      {notes.length > 0 && (
        <ul class="stack gap-xs bullets soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function nameGateway(texts: EventCancelTexts, gateway: GoesBack['gateway']): string {
  if (gateway === 'sandbox') return texts.sandbox;
  if (gateway === 'bank_transfer') return texts.byTransfer;
  return gateway === 'by_hand' ? texts.byHand : GATEWAY_TITLES[gateway];
}

const columnsOf = (texts: EventCancelTexts, { event }: Data): Column<GoesBack>[] => [
  {
    name: 'gateway',
    label: texts.gateway,
    isRowHeader: true,
    cell: ({ gateway }) => nameGateway(texts, gateway),
  },
  {
    name: 'orders',
    label: texts.orders,
    isFigure: true,
    cell: ({ orders }) => orders.toLocaleString(event.locale),
  },
  {
    name: 'amount',
    label: texts.amount,
    isFigure: true,
    cell: ({ amountMinor, currency }) => writeMoney(amountMinor, { locale: event.locale, currency }),
  },
];
