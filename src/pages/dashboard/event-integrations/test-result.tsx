import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { useEventIntegrationsTexts } from './texts.ts';
import type { Test } from './use-test.ts';

/** The result of a test, in words. It is read aloud. */
export function TestResult({ result, address }: { result: Test | null; address: string }): VNode {
  return (
    <div role="status" class="stack start gap-xs test-result">
      {result && <Outcome test={result} address={address} />}
    </div>
  );
}

function Outcome({ test, address }: { test: Test; address: string }): VNode {
  const texts = useEventIntegrationsTexts();
  const { delivery, deliveryId, isLate } = test;
  if (!delivery) return <p class="soft">{isLate ? texts.testLate : texts.testWaits}</p>;
  const attempt = delivery.attempts.at(-1);
  const { statusCode = null, durationMs, error, answer } = attempt ?? {};
  const words =
    statusCode === null
      ? texts.tested.failed(error ?? delivery.failure ?? '')
      : texts.tested[delivery.status === 'delivered' ? 'delivered' : 'refused']({
          status: statusCode,
          ms: durationMs ?? 0,
        });
  return (
    <>
      <Message tone={delivery.status === 'delivered' ? 'good' : 'bad'}>
        {words} {delivery.status !== 'delivered' && texts.neverRetried}
      </Message>
      {statusCode !== null && answer && (
        <p class="test-answer">
          {texts.answerBegins} <code>{answer}</code>
        </p>
      )}
      {statusCode !== null && !answer && <p class="soft">{texts.emptyAnswer}</p>}
      <a class="tap" href={`${address}/deliveries/${deliveryId}`}>
        {texts.seeDelivery}
      </a>
    </>
  );
}
