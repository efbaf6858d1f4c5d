import type { VNode } from 'preact';
import { commaOf } from '../../../../values/comma.ts';
import { saleStartOf } from '../../../../rules/sale-start.ts';
import { backOnSaleAt } from '../cart.ts';
import type { Checkout } from '../checkout-state.ts';
import { formatMoment } from '../../../shared/format-moment.ts';
import { Icon } from '../../../shared/icon.tsx';
import { alertIcon, clockIcon, forwardIcon } from '../../../shared/icons.ts';
import { tellBackOnSale } from './ticket-line.tsx';

type State = keyof Checkout['texts']['states'];

/** Says why no tickets are available, and what to do instead. */
export function StateCard({ checkout, state }: { checkout: Checkout; state: State }): VNode {
  const { texts, data } = checkout;
  const { hostName, hostAddress, address } = data.event;
  const { title, text } = texts.states[state];
  const backAt = state === 'sold_out' ? backOnSaleAt(checkout.tickets.value) : null;
  const start = state === 'coming_soon' ? startOfSale(checkout) : null;
  return (
    <section class={`state ${state}`} aria-labelledby="state">
      <Icon path={state === 'coming_soon' ? clockIcon : alertIcon} />
      <div>
        <h2 id="state">{title}</h2>
        {start !== null && (
          <p>
            <strong>{texts.saleStarts(start)}</strong>
          </p>
        )}
        <p>{text}</p>
        {backAt !== null && (
          <p>
            <strong>{tellBackOnSale(checkout, backAt)}</strong>
          </p>
        )}
        {start !== null && (
          <a class="plain" href={`${address}/calendar.ics?about=sale&lang=${data.language}`} download>
            {texts.calendar}
          </a>
        )}
        {state !== 'coming_soon' && (
          <a class="plain" href={`${hostAddress}?lang=${data.language}`} target="_blank" rel="noopener">
            {texts.otherEvents(hostName)}
            <Icon path={forwardIcon} turns />
          </a>
        )}
      </div>
    </section>
  );
}

/** On the clock of the place. */
function startOfSale({ tickets, data }: Checkout): string | null {
  const start = saleStartOf(tickets.value);
  if (start === null) return null;
  const { date, time } = formatMoment(start, { locale: data.locale, timezone: data.event.timezone });
  return `${date}${commaOf(data.locale)}${time}`;
}
