import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Object as Body, Integer } from 'typebox';
import { MAX_PRICE_MINOR } from '../../../rules/price.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { MoneyField } from '../components/money-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useEventSeatsTexts } from './texts.ts';

/** By the ticket type's name; missing while the typed text is not a price. */
export type Prices = Record<string, number | undefined>;

const PriceBody = Body({ price: Integer({ minimum: 0, maximum: MAX_PRICE_MINOR }) });

/** Asks for the prices of the new ticket types that the list names. */
export function NewTypePrices({
  event,
  names,
  prices,
}: {
  event: ShownEvent;
  names: readonly string[];
  prices: Signal<Prices>;
}): VNode {
  const texts = useEventSeatsTexts();
  return (
    <fieldset class="stack gap-s seats-prices">
      <legend>{texts.newTypes(names.length)}</legend>
      <p class="soft">{texts.newTypesHint}</p>
      {names.map((name) => (
        <NewTypePrice key={name} event={event} name={name} prices={prices} />
      ))}
    </fieldset>
  );
}

function NewTypePrice({
  event: { currency, locale },
  name,
  prices,
}: {
  event: ShownEvent;
  name: string;
  prices: Signal<Prices>;
}): VNode {
  const texts = useEventSeatsTexts();
  const form = useForm({
    schema: PriceBody,
    initial: { price: '' },
    send: () => Promise.resolve(),
  });
  const value: unknown = form.values.value.price;
  const isPrice = typeof value === 'number' && value >= 0 && value <= MAX_PRICE_MINOR;
  const price = isPrice ? value : undefined;
  if (prices.peek()[name] !== price)
    queueMicrotask(() => (prices.value = { ...prices.peek(), [name]: price }));
  return (
    <MoneyField form={form} name="price" label={texts.priceOf(name)} currency={currency} locale={locale} />
  );
}
