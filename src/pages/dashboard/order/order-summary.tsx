import type { ComponentChildren, VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Ago } from '../components/ago.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { writeMoney } from '../components/write-money.ts';
import { withQuery } from '../paths.ts';
import { useOrderTexts } from './texts.ts';

/** The main facts: amount, buyer, event, dates and source. */
export function OrderSummary({ order }: { order: Data }): VNode {
  const texts = useOrderTexts();
  const { page } = useDashboard();
  const { buyer, event } = order;
  const wentBack = order.refunds
    .filter(({ reason, status }) => reason === 'host' && status !== 'needs_attention')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return (
    <Section title={texts.summary} isTitleHidden isCard>
      <dl class="fact-list order-facts">
        <Fact label={texts.total}>
          <strong class="stat-value">{writeMoney(order.totalMinor, order)}</strong>
          {order.source === 'host' && (
            <small class="soft event-when">{texts.paidToYou[order.paidBy ?? 'other']}</small>
          )}
          {wentBack > 0 && (
            <small class="soft event-when">{texts.ofItBack(writeMoney(wentBack, order))}</small>
          )}
        </Fact>
        <Fact label={texts.buyer}>
          {buyer.firstName} {buyer.lastName}
          <small class="soft event-when">
            <CopyField look="text" label={texts.email} value={buyer.email} />
          </small>
          {buyer.phone !== null && <small class="soft event-when">{buyer.phone}</small>}
          <small class="event-when">
            <a href={withQuery(page.inHost('/orders'), { search: buyer.email })}>{texts.ordersOfBuyer}</a>
          </small>
          {page.powers.includes('buyer_data.manage') && (
            <small class="event-when">
              <a href={withQuery(page.inHost('/buyer-data'), { order: order.reference })}>
                {texts.buyerData}
              </a>
            </small>
          )}
        </Fact>
        <Fact label={texts.event}>
          <a href={page.inHost(`/events/${event.eventId}`)}>{event.name}</a>
          <small class="soft event-when">
            <EventMoment at={event.startsAt} timezone={event.timezone} locale={order.locale} />
          </small>
        </Fact>
        <Fact label={texts.ordered}>
          <Moment at={order.createdAt} />
          <small class="soft event-when">
            <Ago at={order.createdAt} />
          </small>
          <small class="soft event-when">{texts.sources[order.source]}</small>
        </Fact>
        {order.status === 'pending_payment' && order.payBy !== null && (
          <Fact label={texts.payBy}>
            <Moment at={order.payBy} />
            <small class="soft event-when">
              <Ago at={order.payBy} />
            </small>
          </Fact>
        )}
        {order.movesTicketOf !== null && (
          <Fact label={texts.movesTicketOf}>
            <a href={page.inHost(`/orders/${order.movesTicketOf}`)}>{order.movesTicketOf}</a>
          </Fact>
        )}
        {order.note !== null && <Fact label={texts.note}>{order.note}</Fact>}
        {order.guestNote !== null && <Fact label={texts.guestNote}>{order.guestNote}</Fact>}
      </dl>
    </Section>
  );
}

/** The integrator's metadata, unchanged. */
export function OrderMetadata({ metadata }: { metadata: string }): VNode {
  const texts = useOrderTexts();
  return (
    <Section title={texts.metadata} intro={texts.metadataIntro}>
      <pre class="framed order-metadata" tabIndex={0}>
        {metadata}
      </pre>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
