import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { type Page, useDashboard } from '../dashboard.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Section } from '../components/section.tsx';
import { writeMoney } from '../components/write-money.ts';
import { HostOrderDesk, type MadeOrder } from './host-order-desk.tsx';
import { useCounterTexts } from './texts.ts';

type Props = ViewProps<'addGuests'> & { isGift: boolean };

/** An order that a member makes, then the next one: a counter has a queue. */
export function HostOrderForm(props: Props): VNode {
  const { data, isGift } = props;
  const { router, page } = useDashboard();
  const texts = useCounterTexts();
  const made = useSignal<MadeOrder | null>(null);
  const count = useSignal(0);
  const outcome = useRef<HTMLDivElement>(null);
  // The next form replaces this one, so announce the result to screen readers.
  useEffect(() => {
    if (made.value) outcome.current?.focus();
  }, [count.value]);

  const why = whyNot(props, page, texts);
  if (why) return why;
  return (
    <Section
      title={isGift ? texts.giveTitle : texts.sellTitle}
      intro={isGift ? texts.giveIntro : texts.sellIntro}
      isCard
    >
      <div ref={outcome} role="status" tabIndex={-1} class="counter-outcome">
        {made.value && (
          <Message
            tone="good"
            action={<a href={page.inHost(`/orders/${made.value.reference}`)}>{texts.seeOrder}</a>}
          >
            {isGift
              ? texts.given({ tickets: made.value.tickets, email: made.value.email })
              : texts.sold({
                  tickets: made.value.tickets,
                  sum: writeMoney(made.value.totalMinor, data.event),
                  email: made.value.email,
                })}
          </Message>
        )}
      </div>
      <HostOrderDesk
        key={count.value}
        {...props}
        onMade={(order) => {
          made.value = order;
          count.value += 1;
          void router.refresh();
        }}
      />
    </Section>
  );
}

/** The reason why no order is possible; null: there is none. */
function whyNot({ data }: Props, page: Page, texts: ReturnType<typeof useCounterTexts>): VNode | null {
  const { eventId } = data.event;
  if (data.ticketTypes.length > 0) return null;
  return (
    <EmptyState
      title={texts.noTypes}
      action={
        <a class="button main" href={page.inHost(`/events/${eventId}/tickets`)}>
          {texts.addTypes}
        </a>
      }
    >
      {texts.noTypesText}
    </EmptyState>
  );
}
