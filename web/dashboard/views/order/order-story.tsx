import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import { useDashboard } from '../../dashboard.ts';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/section.tsx';
import { useOrderTexts } from './texts/texts.ts';

/** All that happened to the order, in turn, and who did it. */
export function OrderStory({ changes }: { changes: Data['changes'] }): VNode {
  const texts = useOrderTexts();
  const { texts: shared } = useDashboard();
  return (
    <Section title={texts.story}>
      <ol class="story">
        {changes.map((change, index) => (
          <li key={index}>
            <Moment at={change.at} />
            <span>
              <strong>{shared.order.states[change.status]}</strong>: {change.cause}
              {change.by && <small class="soft event-when">{texts.by(change.by)}</small>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
