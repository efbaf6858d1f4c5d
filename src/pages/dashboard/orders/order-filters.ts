import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { ORDER_SOURCES, ORDER_STATUSES, WAYS_OF_PAYMENT } from '../../../rules/orders.ts';
import type { OrdersView } from './data.ts';
import type { Filter } from '../components/filter-bar.tsx';
import type { OrdersTexts } from './texts.ts';

/** The filters of the list: the common ones, and the rest. */
export function orderFilters(
  { orders: texts, order: words }: OrdersTexts,
  { event, events, ticketTypes }: OrdersView,
): { filters: Filter[]; more: Filter[] } {
  const choice = <Value extends string>(
    name: string,
    label: string,
    values: readonly Value[],
    labels: Record<Value, string>,
  ): Filter => ({
    name,
    label,
    kind: 'choice',
    choices: values.map((value) => ({ value, label: labels[value] })),
  });
  const ofOne: Filter = event
    ? {
        name: 'type',
        label: texts.type,
        kind: 'choice',
        choices: ticketTypes.map(({ ticketTypeId, name }) => ({ value: ticketTypeId, label: name })),
      }
    : {
        name: 'event',
        label: texts.event,
        kind: 'choice',
        choices: events.map(({ eventId, name }) => ({ value: eventId, label: name })),
      };
  return {
    filters: [
      { name: 'search', label: texts.search, kind: 'text', placeholder: texts.searchHint },
      choice('status', texts.status, ORDER_STATUSES, words.states),
    ],
    more: [
      ofOne,
      { name: 'from', label: texts.from, kind: 'date' },
      { name: 'to', label: texts.to, kind: 'date' },
      choice('payment', texts.payment, WAYS_OF_PAYMENT, { ...GATEWAY_TITLES, ...texts.payments }),
      choice('source', texts.source, ORDER_SOURCES, texts.sources),
      { name: 'promo', label: texts.promo, kind: 'text' },
      choice('attention', texts.attention, ['yes'], { yes: texts.needsAttention }),
    ],
  };
}
