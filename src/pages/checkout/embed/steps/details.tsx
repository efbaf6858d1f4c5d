import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { nameTicket as nameInLine } from '../../../../rules/seat-name.ts';
import { loadAsking } from '../asked.ts';
import { goTo, ticketNames, type Checkout, type Recipient } from '../checkout-state.ts';
import { checkPerson, type Draft, type Field, type FieldErrors } from '../check-person.ts';
import { textsIn as transferTextsIn } from '../../../../rules/texts/bank-transfer/texts.ts';
import { ChooseTransfer } from '../bank-transfer/choose-transfer.tsx';
import { BackButton } from '../../../shared/back-button.tsx';
import { AskHost } from '../components/ask-host.tsx';
import { PersonField } from '../components/field.tsx';
import { HoldClock } from '../components/hold-clock.tsx';
import { MainButton } from '../../../shared/main-button.tsx';
import { onceDrawn } from '../../../shared/once-drawn.ts';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { Summary } from '../components/summary.tsx';
import { Terms } from '../components/terms.tsx';
import { placeOrder } from '../place-order.ts';

const BUYERS_FIELDS: Field[] = ['firstName', 'lastName', 'email', 'phone'];
const RECIPIENTS_FIELDS: Field[] = ['firstName', 'lastName', 'email'];
const FORM = 'details';

export function Details({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, buyer, wantsSplit, totals, formatMoney } = checkout;
  const asking = checkout.asking.value;
  useEffect(() => {
    // Other tickets may be asked something else.
    checkout.answerErrors.value = {};
    void loadAsking(checkout);
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await placeOrder(checkout);
    onceDrawn(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <>
      <StepMain checkout={checkout}>
        <div class="top">
          <BackButton label={texts.details.back} onPress={() => goTo(checkout, 'choose')} />
          <HoldClock checkout={checkout} />
        </div>
        <form id={FORM} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="step-heading">
          <StepHeading>{texts.details.heading}</StepHeading>
          <p class="soft">{texts.details.about}</p>
          <PersonFields
            checkout={checkout}
            fields={BUYERS_FIELDS}
            person={0}
            draft={buyer.value}
            onChange={(draft) => (buyer.value = draft)}
          />
          {asking && <asking.Questions checkout={checkout} ticket={null} />}
          {totals.value.count > 1 && (
            <label class="choice">
              <input
                type="checkbox"
                checked={wantsSplit}
                onChange={(event) => (wantsSplit.value = event.currentTarget.checked)}
              />
              <span>
                {texts.details.split}
                <span class="soft line">{texts.details.splitAbout}</span>
              </span>
            </label>
          )}
          <Tickets checkout={checkout} />
          {asking && <asking.Newsletter checkout={checkout} />}
          {asking && <asking.CartMail checkout={checkout} />}
          {asking && <asking.Invoice checkout={checkout} />}
          {data.transfers && totals.value.total > 0 && <ChooseTransfer checkout={checkout} />}
        </form>
        <Terms checkout={checkout} />
        <AskHost checkout={checkout} />
      </StepMain>
      <Summary checkout={checkout} hasPromo={false}>
        <MainButton isBusy={checkout.busy.value} form={FORM}>
          {totals.value.total === 0
            ? texts.details.confirm
            : checkout.paysByTransfer.value
              ? transferTextsIn(data.language).order
              : texts.details.pay(formatMoney(totals.value.total))}
        </MainButton>
      </Summary>
    </>
  );
}

/** Ticket by ticket, whom it goes to where each has its own person, and what the host asks about it. */
function Tickets({ checkout }: { checkout: Checkout }): VNode {
  const { texts, recipients, isSplit } = checkout;
  const asking = checkout.asking.value;
  const asked = asking?.askedOf(checkout) ?? [];
  const isAsked = (index: number): boolean => asked.some(({ ticket }) => ticket === index + 1);
  const names = ticketNames(checkout);
  const nameTicket = (name: string, { seat }: Recipient): string =>
    nameInLine({ typeName: name, seat }, checkout.data.language, ' · ');
  const change = (index: number, changed: Partial<Recipient>): void => {
    recipients.value = recipients.value.map((recipient, other) =>
      other === index ? { ...recipient, ...changed } : recipient,
    );
  };
  return (
    <>
      {recipients.value.map((recipient, index) =>
        !isSplit.value && !isAsked(index) ? null : (
          <fieldset key={index} class="recipient">
            <legend>
              {texts.details.ticket({ number: index + 1, name: nameTicket(names[index] ?? '', recipient) })}
            </legend>
            {isSplit.value && (
              <label class="choice">
                <input
                  type="checkbox"
                  checked={recipient.isBuyer}
                  onChange={(event) => change(index, { isBuyer: event.currentTarget.checked })}
                />
                <span>{texts.details.mine}</span>
              </label>
            )}
            {isSplit.value && !recipient.isBuyer && (
              <PersonFields
                checkout={checkout}
                fields={RECIPIENTS_FIELDS}
                person={index + 1}
                draft={recipient}
                onChange={(draft) => change(index, draft)}
              />
            )}
            {asking && <asking.Questions checkout={checkout} ticket={index + 1} />}
          </fieldset>
        ),
      )}
    </>
  );
}

function PersonFields({
  checkout,
  fields,
  person,
  draft,
  onChange,
}: {
  checkout: Checkout;
  fields: Field[];
  person: number;
  draft: Draft;
  onChange: (draft: Draft) => void;
}): VNode {
  const { texts, fieldErrors } = checkout;
  const errorOf = (field: Field, checked: Draft): string | undefined =>
    checkPerson(checked, texts.fields, person > 0)[field];
  const setError = (field: Field, error: string | undefined): void => {
    const { [field]: _, ...others } = fieldErrors.value[person] ?? {};
    const changed: FieldErrors = error === undefined ? others : { ...others, [field]: error };
    const length = Math.max(fieldErrors.value.length, person + 1);
    fieldErrors.value = Array.from({ length }, (_entry, index) =>
      index === person ? changed : (fieldErrors.value[index] ?? {}),
    );
  };
  return (
    <div class="fields">
      {fields.map((field) => (
        <PersonField
          key={field}
          checkout={checkout}
          name={field}
          person={person}
          draft={draft}
          autocompletes={person === 0}
          onType={(text) => {
            const typed = { ...draft, [field]: text };
            onChange(typed);
            // While it is being typed nothing is called wrong, but what was wrong may become right.
            if (fieldErrors.value[person]?.[field] !== undefined && errorOf(field, typed) === undefined)
              setError(field, undefined);
          }}
          onLeave={() => {
            // A value that the server refused may look right here, and stays refused until it is changed.
            const error = errorOf(field, draft);
            if (draft[field].trim() !== '' && error !== undefined) setError(field, error);
          }}
        />
      ))}
    </div>
  );
}
