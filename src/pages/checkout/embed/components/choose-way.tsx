import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import type { OfferedWay } from '../../../../payments/payment-way.ts';
import { CallFailed, callServer } from '../../../shared/call-server.ts';
import { Icon } from '../../../shared/icon.tsx';
import { outIcon } from '../../../shared/icons.ts';
import { noticeFor } from '../../choice/notices.ts';
import type { OpenedInEmbed } from '../../choice/server/opened-page-schema.ts';
import { textsIn as choiceTextsIn } from '../../choice/texts/texts.ts';
import { WaysToPay } from '../../choice/ways-to-pay.tsx';
import type { Checkout } from '../checkout-state.ts';
import { lookUpPayment } from '../follow-order.ts';
import { tellTrouble } from '../tell-trouble.ts';
import { textsIn } from '../texts/ordered/texts.ts';
import { PayInPlace } from './pay-in-place.tsx';

/** The page of the way that the buyer has chosen. */
type Chosen = {
  key: string;
  checkoutUrl: string;
  frameUrl: string | null;
  /** The page that was told of until then: answers that were on their way may still tell of it. */
  before: string | null;
};

/**
 * The choice of a host's several ways to pay. The one that is pressed is shown here, if its gateway has a script for that; else its page
 * opens in a tab, or here if nothing is in the way of it. The others stay on offer.
 */
export function ChooseWay(props: {
  checkout: Checkout;
  ways: OfferedWay[];
  checkoutUrl: string;
  onOpen: () => void;
}): VNode {
  const { checkout, ways, checkoutUrl, onOpen } = props;
  const texts = choiceTextsIn(checkout.data.language);
  const opening = useSignal<string | null>(null);
  const own = useSignal<Chosen | null>(null);
  const told = toldChoice(checkout);
  const chosen = newest(own.value, told);
  const choose = async (way: OfferedWay): Promise<void> => {
    if (opening.value !== null) return;
    opening.value = way.key;
    checkout.trouble.value = null;
    const isForFrame = !checkout.isInPage && way.isInPlace;
    // A browser lets a page open a tab while something is pressed, and not when an answer comes.
    const hasTab = !checkout.isInPage && !isForFrame && way.by !== null;
    const tab = hasTab ? open('about:blank', '_blank') : null;
    try {
      const { answer } = await callServer<{ data: OpenedInEmbed }>(checkoutUrl, {
        method: 'POST',
        body: { way: way.key, isForFrame },
      });
      const { checkoutUrl: page, isFramable, frameUrl } = answer.data;
      own.value = {
        key: way.key,
        checkoutUrl: page,
        frameUrl,
        before: toldChoice(checkout)?.checkoutUrl ?? null,
      };
      const { value: unpaid } = checkout.unpaid;
      checkout.unpaid.value = unpaid && { ...unpaid, frameUrl, chosen: { key: way.key, checkoutUrl: page } };
      checkout.wasCancelled.value = false;
      if (frameUrl === null) onOpen();
      if (tab) {
        tab.opener = null;
        tab.location.replace(page);
      } else if (checkout.isInPage || isFramable) location.assign(page);
    } catch (error) {
      tab?.close();
      if (!(error instanceof CallFailed)) throw error;
      await tellRefusal(checkout, error);
    } finally {
      opening.value = null;
    }
  };
  // A way whose payment its gateway calls failed is offered once more, as a new payment.
  const isShown = chosen?.frameUrl && told !== null;
  const others = isShown ? ways.filter(({ key }) => key !== chosen.key) : ways;
  return (
    <section class="choose-way" aria-labelledby="choose-way">
      {chosen && <ChosenPage checkout={checkout} chosen={chosen} onOpen={onOpen} />}
      {others.length > 0 && !checkout.isPaymentUnderWay.value && (
        <>
          <h3 id="choose-way">{chosen ? texts.others : texts.title}</h3>
          <WaysToPay
            ways={others}
            texts={texts}
            opening={opening.value}
            onChoose={(key) => {
              const way = ways.find((one) => one.key === key);
              if (way) void choose(way);
            }}
          />
        </>
      )}
    </section>
  );
}

/** The payment itself, and always a tab for it. */
function ChosenPage({
  checkout,
  chosen: { checkoutUrl, frameUrl },
  onOpen,
}: {
  checkout: Checkout;
  chosen: Chosen;
  onOpen: () => void;
}): VNode {
  const { data, unpaid, totals, formatMoney } = checkout;
  const { pay } = textsIn(data.language);
  const total = formatMoney(unpaid.value?.total ?? totals.value.total);
  return (
    <>
      <a
        class={frameUrl === null ? 'main' : 'second'}
        href={checkoutUrl}
        target="_blank"
        rel="noopener"
        onClick={onOpen}
      >
        {frameUrl === null ? pay.openAgain : pay.open(total)}
        <Icon path={outIcon} turns />
      </a>
      {frameUrl !== null && <PayInPlace key={frameUrl} checkout={checkout} frameUrl={frameUrl} />}
    </>
  );
}

/** As the server tells of it: after a reload, or where the buyer has chosen in another window. */
function toldChoice({ unpaid, isInPage }: Checkout): Chosen | null {
  const { chosen, frameUrl = null } = unpaid.value ?? {};
  return chosen ? { ...chosen, frameUrl: isInPage ? null : frameUrl, before: null } : null;
}

/** A choice made here stays, also when its gateway says that it failed: the form offers another try. */
const newest = (own: Chosen | null, told: Chosen | null): Chosen | null =>
  own === null || (told !== null && told.checkoutUrl !== own.checkoutUrl && told.checkoutUrl !== own.before)
    ? told
    : own;

async function tellRefusal(checkout: Checkout, error: CallFailed): Promise<void> {
  const notice = noticeFor(error.code);
  const token = checkout.receiptToken.value;
  // Paid, over or under way meanwhile: the order says so itself.
  if (notice === null && token !== null && (await lookUpPayment(checkout, token))) return;
  if (notice === null && checkout.isPaymentUnderWay.value) return;
  if (notice === null) tellTrouble(checkout, error, null);
  else checkout.trouble.value = { text: choiceTextsIn(checkout.data.language).notices[notice], retry: null };
}
