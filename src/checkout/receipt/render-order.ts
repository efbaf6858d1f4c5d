import { formatPrice } from '../../money/format-money.ts';
import { html, type Html } from '../../mail/html.ts';
import { eventPlace, eventWhen } from '../../tickets/describe-event.ts';
import { describeRefund, formatDay, formatSum, isOver, nameRefund } from './describe-refund.ts';
import type { Receipt } from './load-receipt.ts';
import { maskEmail } from './mask-email.ts';
import { isWaiting, liveTickets, mayKnowPlace } from './receipt-state.ts';

const POSTER_WIDTH_PX = 352;

/** What the order is for. */
export function renderEvent(receipt: Receipt, mediaUrl: string): Html {
  const { event } = receipt;
  const { date, time } = eventWhen(event);
  const hasTickets = liveTickets(receipt).length > 0;
  return html`<section class="panel event" aria-labelledby="event">
    ${
      event.posterFile !== null &&
      html`<img
        src="${mediaUrl}/${event.posterFile}"
        alt=""
        loading="lazy"
        width="${POSTER_WIDTH_PX}"
        height="${Math.round(POSTER_WIDTH_PX / (event.posterAspectRatio ?? 1))}"
      />`
    }
    <h2 id="event">${event.name}</h2>
    <dl>
      <div>
        <dt>When</dt>
        <dd>${date}<br />${time}</dd>
      </div>
      <div>
        <dt>Where</dt>
        <dd>${where(receipt)}</dd>
      </div>
      <div>
        <dt>Host</dt>
        <dd>${event.hostName}</dd>
      </div>
    </dl>
    ${
      event.hostMessage !== null &&
      (hasTickets || isWaiting(receipt)) &&
      html`<div class="message">
        <h3>A message from ${event.hostName}</h3>
        <p>${event.hostMessage}</p>
      </div>`
    }
  </section>`;
}

function where(receipt: Receipt): Html {
  const { event } = receipt;
  if (!mayKnowPlace(receipt)) {
    const [area = ''] = eventPlace({ ...event, street: null });
    return html`${area}<br /><span class="soft">The exact place is for ticket holders.</span>`;
  }
  const [first = '', ...rest] = eventPlace(event);
  return html`${first}${rest.map((line) => html`<br />${line}`)}
  ${event.directions !== null && html`<p class="directions">${event.directions}</p>`}`;
}

/** What was ordered, what it costs, and what went back. */
export function renderSummary({ order, event, refunds }: Receipt): Html {
  const { country } = event;
  const isPaid = order.totalMinor > 0 && order.confirmedAt !== null;
  return html`<section class="panel summary" aria-labelledby="summary">
    <h2 id="summary">Your order</h2>
    <table>
      <tbody>
        ${order.items.map(
          ({ name, quantity, price }) =>
            html`<tr>
              <th scope="row">${quantity} × ${name}</th>
              <td>${formatPrice(quantity * price, country, 'Free')}</td>
            </tr>`,
        )}
        ${
          order.totalFeesMinor > 0 &&
          html`<tr>
            <th scope="row">Fees</th>
            <td>${formatSum(order.totalFeesMinor, order.currency)}</td>
          </tr>`
        }
        ${
          order.discountMinor > 0 &&
          html`<tr>
            <th scope="row">
              Discount${order.promoCode !== null && html` <span class="soft">${order.promoCode}</span>`}
            </th>
            <td>−${formatSum(order.discountMinor, order.currency)}</td>
          </tr>`
        }
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${isPaid ? 'Paid' : 'Total'}</th>
          <td>${formatPrice(order.totalMinor, country, 'Free')}</td>
        </tr>
        ${refunds
          .filter(({ reason }) => reason === 'host')
          .map(
            (refund) =>
              html`<tr class="back">
                <th scope="row">${nameRefund(refund)}</th>
                <td>−${formatSum(refund.amountMinor, refund.currency)}</td>
              </tr>`,
          )}
      </tfoot>
    </table>
    <dl>
      <div>
        <dt>Ordered by</dt>
        <dd>${order.buyer.firstName} ${order.buyer.lastName}, ${maskEmail(order.buyer.email)}</dd>
      </div>
      <div>
        <dt>On</dt>
        <dd>${formatDay(order.createdAt, event)}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd class="mono">${order.reference}</dd>
      </div>
    </dl>
  </section>`;
}

export function renderRefunds({ refunds, event }: Receipt): Html | false {
  if (refunds.length === 0) return false;
  return html`<section class="money" aria-labelledby="money">
    <h2 id="money">Your money</h2>
    <ul>
      ${refunds.map((refund) => {
        const { outcome, why } = describeRefund(refund, event);
        return html`<li class="${isOver(refund) ? 'done' : 'open'}">
          <strong>${outcome}</strong>${why !== '' && html` ${why}`}
        </li>`;
      })}
    </ul>
  </section>`;
}
