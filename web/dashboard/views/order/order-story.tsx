import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import { useDashboard } from '../../dashboard.ts';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/section.tsx';

/** All that happened to the order, in turn, and who did it. */
export function OrderStory({ changes }: { changes: Data['changes'] }): VNode {
  const { texts } = useDashboard();
  return (
    <Section title={texts.order.story}>
      <ol class="story">
        {changes.map((change, index) => (
          <li key={index}>
            <Moment at={change.at} />
            <span>
              <strong>{texts.order.states[change.status]}</strong>: {change.cause}
              {change.by && <small class="soft event-when">{texts.order.by(change.by)}</small>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
