import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import type { OpenedPage } from '../../../../orders/ways/choose-way.ts';
import type { OfferedWay } from '../../../../payments/payment-way.ts';
import { CallFailed, callServer } from '../../../shared/call-server.ts';
import { Icon } from '../../../shared/icon.tsx';
import { outIcon } from '../../../shared/icons.ts';
import { noticeFor } from '../../choice/notices.ts';
import { textsIn as choiceTextsIn } from '../../choice/texts/texts.ts';
import { WaysToPay } from '../../choice/ways-to-pay.tsx';
import type { Checkout } from '../checkout-state.ts';
import { describeFailure } from '../tell-trouble.ts';
import { textsIn } from '../texts/ordered/texts.ts';

/** The choice of a host's several ways to pay. The page of the one that is pressed opens in a tab, or here if nothing is in the way of it. */
export function ChooseWay(props: {
  checkout: Checkout;
  ways: OfferedWay[];
  checkoutUrl: string;
  onOpen: () => void;
}): VNode {
  const { checkout, ways, checkoutUrl, onOpen } = props;
  const texts = choiceTextsIn(checkout.data.language);
  const opening = useSignal<string | null>(null);
  // Of a tab that the browser did not let us open.
  const left = useSignal<string | null>(null);
  const choose = async (way: OfferedWay): Promise<void> => {
    opening.value = way.key;
    left.value = null;
    checkout.trouble.value = null;
    // A browser lets a page open a tab while something is pressed, and not when an answer comes. Test pages stay in the frame.
    const tab = checkout.isInPage || way.by === null ? null : open('about:blank', '_blank');
    try {
      const { answer } = await callServer<{ data: OpenedPage }>(checkoutUrl, {
        method: 'POST',
        body: { way: way.key },
      });
      const { checkoutUrl: page, isFramable } = answer.data;
      onOpen();
      if (tab) {
        tab.opener = null;
        tab.location.replace(page);
      } else if (checkout.isInPage || isFramable) location.assign(page);
      else left.value = page;
    } catch (error) {
      tab?.close();
      if (!(error instanceof CallFailed)) throw error;
      const notice = noticeFor(error.code);
      const text = notice ? texts.notices[notice] : describeFailure(checkout, error);
      checkout.trouble.value = { text, retry: null };
    } finally {
      opening.value = null;
    }
  };
  return (
    <section class="choose-way" aria-labelledby="choose-way">
      <h3 id="choose-way">{texts.title}</h3>
      {left.value !== null && (
        <a class="main" href={left.value} target="_blank" rel="noopener">
          {textsIn(checkout.data.language).pay.openAgain}
          <Icon path={outIcon} turns />
        </a>
      )}
      <WaysToPay
        ways={ways}
        texts={texts}
        opening={opening.value}
        onChoose={(key) => {
          const way = ways.find((one) => one.key === key);
          if (way) void choose(way);
        }}
      />
    </section>
  );
}
