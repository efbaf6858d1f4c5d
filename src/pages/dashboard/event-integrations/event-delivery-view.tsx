import type { VNode } from 'preact';
import type { EventDeliveryView as Data } from './data.ts';
import { Icon } from '../../shared/icon.tsx';
import { backIcon } from '../../shared/icons.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { CopyBlock } from '../components/copy-block.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { curlOf, verifyOf } from './shell-snippets.ts';
import { useEventDeliveryTexts } from './delivery-texts.ts';
import { useEnd } from './use-end.ts';

type Delivery = Data['delivery'];

const TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

/** One delivery: every attempt, its body, and how to send or check it by hand. */
export function EventDeliveryView({ data }: ViewProps<'eventDelivery'>): VNode {
  const texts = useEventDeliveryTexts();
  const { call, router, toasts, page } = useDashboard();
  const { event, delivery } = data;
  const address = page.inHost(`/events/${event.eventId}/integrations`);
  useEnd(delivery);
  const again = async (): Promise<void> => {
    const sent = await call<{ deliveryId: string }>(
      `${address}/deliveries/${delivery.deliveryId}/send-again`,
      {
        method: 'POST',
      },
    );
    toasts.tell({ tone: 'good', text: texts.wasSentAgain });
    await router.go(`${address}/deliveries/${sent.deliveryId}`);
  };
  const isPurchase = delivery.eventType === 'TICKET_PURCHASED';
  const maySend = isPurchase && delivery.status !== 'pending' && delivery.isReceiverEnabled;
  return (
    <EventLayout event={event} page="integrations">
      <a class="back" href={address}>
        <Icon path={backIcon} />
        {texts.back}
      </a>
      <Section
        title={texts.titles[delivery.eventType](delivery.reference)}
        action={<StatusBadge tone={TONES[delivery.status]}>{texts.statuses[delivery.status]}</StatusBadge>}
      >
        {delivery.failure !== null && <p>{delivery.failure}</p>}
        <Facts delivery={delivery} />
        {isPurchase && page.powers.includes('orders.see') && (
          <p>
            <a href={page.inHost(`/orders/${delivery.reference}`)}>{texts.order}</a>
          </p>
        )}
        {maySend && (
          <div class="form-actions">
            <BusyButton onPress={again}>{texts.sendAgain}</BusyButton>
            <p class="soft send-again-hint">{texts.sendAgainHint}</p>
          </div>
        )}
        {isPurchase && !delivery.isReceiverEnabled && (
          <p class="soft">{delivery.isReceiverRemoved ? texts.receiverRemoved : texts.receiverOff}</p>
        )}
      </Section>
      <Attempts attempts={delivery.attempts} />
      <Sent delivery={delivery} />
      {delivery.others.length > 0 && (
        <Section title={texts.others}>
          <ul class="stack shrink gap-m other-deliveries">
            {delivery.others.map((other) => (
              <li key={other.deliveryId}>
                <a class="tap" href={`${address}/deliveries/${other.deliveryId}`}>
                  <Moment at={other.createdAt} />
                </a>
                <StatusBadge tone={TONES[other.status]}>{texts.statuses[other.status]}</StatusBadge>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </EventLayout>
  );
}

function Facts({ delivery }: { delivery: Delivery }): VNode {
  const texts = useEventDeliveryTexts();
  return (
    <dl class="fact-list">
      <div>
        <dt>{texts.receiver}</dt>
        <dd>{delivery.url}</dd>
      </div>
      <div>
        <dt>{texts.created}</dt>
        <dd>
          <Moment at={delivery.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{texts.reference}</dt>
        <dd>
          <CopyField label={texts.reference} value={delivery.reference} />
        </dd>
      </div>
      <div>
        <dt>{texts.deliveryId}</dt>
        <dd>
          <CopyField label={texts.deliveryId} value={delivery.deliveryId} />
        </dd>
      </div>
    </dl>
  );
}

function Attempts({ attempts }: { attempts: Delivery['attempts'] }): VNode {
  const texts = useEventDeliveryTexts();
  return (
    <Section title={texts.attempts}>
      {attempts.length === 0 && <p class="soft">{texts.noAttempts}</p>}
      <ol class="stack shrink gap-m attempts">
        {attempts.map(({ attempt, startedAt, durationMs, statusCode, error, answer }) => (
          <li key={attempt}>
            <p>
              <strong>{texts.attempt(attempt)}</strong>{' '}
              <span class="soft">
                <Moment at={startedAt} />
              </span>
            </p>
            <p>
              {texts.answered(statusCode, durationMs)}
              {error !== null && `. ${error}`}
            </p>
            {answer !== null && answer !== '' && <CopyBlock label={texts.answerBegins} text={answer} wraps />}
            {answer === '' && <p class="soft">{texts.emptyAnswer}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Sent({ delivery }: { delivery: Delivery }): VNode {
  const texts = useEventDeliveryTexts();
  const { body, signature } = delivery;
  if (body === null || signature === null)
    return (
      <Section title={texts.sent}>
        <p class="soft">{texts.notMade}</p>
      </Section>
    );
  const sent = { ...delivery, body, signature };
  return (
    <Section title={texts.sent} intro={texts.checkIntro}>
      <div class="stack shrink gap-m">
        <CopyBlock label={texts.body} text={body} wraps />
        <CopyBlock label={texts.signature} text={signature} wraps />
        <CopyBlock label={texts.curl} text={curlOf(sent)} wraps />
        <CopyBlock label={texts.verify} text={verifyOf(sent)} wraps />
      </div>
    </Section>
  );
}
