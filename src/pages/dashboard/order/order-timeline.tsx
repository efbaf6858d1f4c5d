import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useOrderTexts } from './texts.ts';
import { timelineOf, type Entry } from './timeline.ts';

/** The order's history: changes, payments, e-mails and deliveries in one list. */
export function OrderTimeline({ order }: { order: Data }): VNode {
  const { texts: shared, page } = useDashboard();
  const texts = useOrderTexts();
  const { locale } = order;
  const entries = timelineOf(order, {
    texts,
    states: shared.order.states,
    money: (minor, currency) => writeMoney(minor, { locale, currency }),
  });
  const seesDeliveries = page.powers.includes('integrations.manage');
  const addressOf = ({ deliveryId }: Entry): string | null =>
    deliveryId !== null && seesDeliveries
      ? page.inHost(`/events/${order.event.eventId}/integrations/deliveries/${deliveryId}`)
      : null;
  return (
    <Section title={texts.story}>
      <ol class="stack story">
        {entries.map((entry) => {
          const address = addressOf(entry);
          return (
            <li key={entry.key} data-tone={entry.badge?.tone}>
              <Moment at={entry.at} />
              <div>
                <strong>{address === null ? entry.title : <a href={address}>{entry.title}</a>}</strong>{' '}
                {entry.badge && <StatusBadge tone={entry.badge.tone}>{entry.badge.text}</StatusBadge>}
                {entry.details.map((detail) => (
                  <small key={detail} class="soft event-when">
                    {detail}
                  </small>
                ))}
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
