import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { useMemo } from 'preact/hooks';
import type { OrderView as Data } from './data.ts';
import { RefundForm } from './bodies.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { mintId } from '../../shared/mint-id.ts';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { ChoicesField } from '../components/choices-field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { MoneyField } from '../components/money-field.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import { planRefund, refundable, toRefund, type RefundPlan } from './plan-refund.ts';
import { useOrderTexts } from './texts.ts';

type RefundFormState = FormState<Static<typeof RefundForm>>;

/** Chooses the part of the order to refund, and shows the exact effects. */
export function RefundDialog({ order, onClose }: { order: Data; onClose: () => void }): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useOrderTexts();
  const { good, leftMinor, isByHand } = refundable(order);
  // One id per opening, so that a second press, or a retry without an answer, makes no second refund.
  const requestKey = useMemo(mintId, []);
  const money = (minor: number): string => writeMoney(minor, order);
  const form = useForm({
    schema: RefundForm,
    texts,
    initial: {
      what: good.length > 0 ? 'all' : 'amount',
      ticketIds: [],
      amountMinor: null,
      money: 'back',
      returnsStock: true,
      tellsBuyer: true,
      reason: '',
    },
    send: async ({ reason, ...chosen }) => {
      const plan = planRefund(order, chosen);
      if (plan.problem !== null) {
        form.trouble.value = texts.refundProblem(plan.problem, money(leftMinor));
        return;
      }
      const { returnsStock, tellsBuyer } = chosen;
      const body = toRefund(order, { plan, requestKey, reason, returnsStock, tellsBuyer });
      try {
        await call(page.inHost(`/orders/${order.reference}/refunds`), { method: 'POST', body });
      } catch (error) {
        // The shown figures are outdated: show the current ones below the error.
        if (error instanceof CallFailed && error.code === 'changed_meanwhile') await router.refresh();
        throw error;
      }
      onClose();
      const asked = isByHand ? texts.refundByHand(money(plan.amountMinor)) : texts.refundAsked;
      toasts.tell({ tone: 'good', text: plan.amountMinor > 0 ? asked : texts.ticketsVoided });
      await router.refresh();
    },
  });
  const chosen = form.values.value;
  const plan = planRefund(order, chosen);
  return (
    <FormDialog
      form={form}
      kind="wide"
      title={leftMinor > 0 ? texts.refundTitle(order.reference) : texts.cancelTicketsTitle(order.reference)}
      submit={
        plan.problem !== null
          ? leftMinor > 0
            ? texts.refundOrder
            : texts.cancelTickets
          : plan.amountMinor > 0
            ? texts.refundButton(money(plan.amountMinor))
            : texts.voidButton(plan.tickets.length)
      }
      isDangerous
      onClose={onClose}
    >
      <RefundFields form={form} order={order} />
      <WhatWillHappen
        order={order}
        plan={plan}
        returnsStock={chosen.returnsStock === true}
        tellsBuyer={chosen.tellsBuyer === true}
      />
    </FormDialog>
  );
}

/** The choices: which part, with money or without, and whether the tickets go back on sale. */
function RefundFields({ form, order }: { form: RefundFormState; order: Data }): VNode {
  const texts = useOrderTexts();
  const { good, leftMinor } = refundable(order);
  const hasMoney = leftMinor > 0;
  const money = (minor: number): string => writeMoney(minor, order);
  const chosen = form.values.value;
  return (
    <>
      <RadioGroup
        form={form}
        name="what"
        label={hasMoney ? texts.refundWhat : texts.cancelWhat}
        choices={[
          ...(good.length > 0
            ? [
                {
                  value: 'all',
                  label: texts.refundAll,
                  ...(hasMoney && { hint: texts.refundAllHint(money(leftMinor)) }),
                },
              ]
            : []),
          ...(good.length > 1 ? [{ value: 'tickets', label: texts.refundSome }] : []),
          ...(hasMoney ? [{ value: 'amount', label: texts.refundAmount, hint: texts.refundAmountHint }] : []),
        ]}
      />
      {chosen.what === 'tickets' && (
        <ChoicesField
          form={form}
          name="ticketIds"
          label={texts.tickets}
          choices={good.map(({ ticketId, position, typeName, holder, paidMinor }) => ({
            value: ticketId,
            label: `${position}. ${typeName}, ${holder.firstName} ${holder.lastName} · ${money(paidMinor)}`,
          }))}
        />
      )}
      {chosen.what === 'amount' && (
        <MoneyField
          form={form}
          name="amountMinor"
          label={texts.amount}
          hint={texts.atMost(money(leftMinor))}
          currency={order.currency}
          locale={order.locale}
        />
      )}
      {chosen.what !== 'amount' && hasMoney && (
        <RadioGroup
          form={form}
          name="money"
          label={texts.theMoney}
          choices={[
            { value: 'back', label: texts.moneyBack },
            { value: 'kept', label: texts.moneyKept, hint: texts.moneyKeptHint },
          ]}
        />
      )}
      {chosen.what !== 'amount' && <Checkbox form={form} name="returnsStock" />}
      {isWithoutMoney(order, chosen) && <Checkbox form={form} name="tellsBuyer" />}
      <TextField
        form={form}
        name="reason"
        label={texts.refundReason}
        hint={texts.refundReasonHint}
        autocomplete="off"
        isOptional
      />
    </>
  );
}

/** The effects, including the e-mail to the buyer. */
const isWithoutMoney = (order: Data, chosen: Parameters<typeof planRefund>[1]): boolean => {
  const { problem, amountMinor } = planRefund(order, chosen);
  return problem === null && amountMinor === 0;
};

function WhatWillHappen({
  order,
  plan,
  returnsStock,
  tellsBuyer,
}: {
  order: Data;
  plan: RefundPlan;
  returnsStock: boolean;
  tellsBuyer: boolean;
}): VNode {
  const texts = useOrderTexts();
  const { leftMinor, isByHand } = refundable(order);
  const money = (minor: number): string => writeMoney(minor, order);
  const { tickets, amountMinor } = plan;
  return (
    <div class="framed padded will-happen" role="status">
      <h3>{texts.willHappen}</h3>
      {plan.problem === null ? (
        <ul>
          <li>
            {texts.willVoid(
              tickets.map(({ position }) => position),
              plan.stayGood,
            )}
          </li>
          {tickets.some(({ usedAt }) => usedAt !== null) && <li>{texts.willVoidUsed}</li>}
          {tickets.length > 0 && <li>{returnsStock ? texts.willSell : texts.willNotSell}</li>}
          <li>
            {amountMinor === 0
              ? texts.willPayNothing
              : isByHand
                ? texts.willPayByHand(money(amountMinor))
                : texts.willPay(money(amountMinor))}
          </li>
          {plan.differencesMinor > 0 && <li>{texts.willPayDifferences(money(plan.differencesMinor))}</li>}
          {leftMinor > 0 && <li>{texts.willStay(money(plan.staysMinor))}</li>}
          <li>
            {amountMinor === 0 && !tellsBuyer
              ? texts.willTellNobody
              : isByHand || amountMinor === 0
                ? texts.willTellAtOnce(order.buyer.email)
                : texts.willTell(order.buyer.email)}
          </li>
        </ul>
      ) : (
        <p>{texts.refundProblem(plan.problem, money(leftMinor))}</p>
      )}
    </div>
  );
}
