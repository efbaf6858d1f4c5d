import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { CallFailed } from '../../../shared/call-server.ts';
import { callEvent } from '../call-embed.ts';
import type { Checkout } from '../checkout-state.ts';
import { continueWithCart } from '../hold-cart.ts';
import { MainButton } from '../../../shared/main-button.tsx';
import { AskHost } from '../components/ask-host.tsx';
import { HostMessage } from '../components/host-message.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { Summary } from '../components/summary.tsx';
import type { SeatPickerProps } from '../seats/seat-picker-props.ts';
import type { SeatTexts } from '../seats/seat-texts.ts';
import { tellTrouble } from '../tell-trouble.ts';

/** The picker's code, and its texts. General events need neither. */
const fetchPicker = () => Promise.all([import('../seats/seat-picker.tsx'), import('../seats/seat-texts.ts')]);

type Picker = { SeatPicker: FunctionComponent<SeatPickerProps>; seatTexts: SeatTexts };

/** Choosing seats, where an event has them: the prices at once, and the seat picker when it has come with its map. */
export function Seats({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, seatPlan } = checkout;
  const picker = useSignal<Picker | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const proceed = (): void => void continueWithCart(checkout);

  const load = async (): Promise<void> => {
    checkout.trouble.value = null;
    try {
      const [[{ SeatPicker, planSeats }, { seatTextsIn }], map] = await Promise.all([
        fetchPicker().catch(() => {
          throw new CallFailed('offline', null);
        }),
        callEvent(checkout, '/seats'),
      ]);
      seatPlan.value = planSeats(map.answer.data);
      picker.value = { SeatPicker, seatTexts: seatTextsIn(data.language) };
    } catch (error) {
      tellTrouble(checkout, error, () => void load());
    }
  };
  useEffect(() => {
    if (checkout.isInPage && place.current) return whenNear(place.current, () => void load());
    void load();
    return undefined;
  }, []);

  return (
    <>
      <StepMain checkout={checkout} class="seats">
        <StepHeading>{texts.seats.heading}</StepHeading>
        {picker.value && seatPlan.value ? (
          <picker.value.SeatPicker
            checkout={checkout}
            seatMap={seatPlan.value.map}
            texts={picker.value.seatTexts}
            onOtherMap={() => void load()}
          />
        ) : (
          <div ref={place}>
            <MapToCome checkout={checkout} />
          </div>
        )}
        <HostMessage checkout={checkout} />
        <AskHost checkout={checkout} />
      </StepMain>
      {/* Not before the seats: when they come, they would push the focused field out of sight. */}
      <Summary checkout={checkout} hasPromo={picker.value !== null}>
        <MainButton isBusy={checkout.busy.value} onPress={proceed}>
          {texts.choose.continue}
        </MainButton>
      </Summary>
    </>
  );
}

/** On the event's own page the map is further down: who never gets there loads no map, and watches no seats. */
function whenNear(place: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    ([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '50%' },
  );
  observer.observe(place);
  return () => observer.disconnect();
}

/** The prices, and a place as large as the picker's own, so that nothing moves when it comes. */
function MapToCome({ checkout }: { checkout: Checkout }): VNode {
  const { texts, tickets, trouble, formatMoney, formatPrice } = checkout;
  const hasFailed = trouble.value !== null;
  return (
    <div class="seat-picker to-come">
      <div class="seat-tools" />
      <ul class="seat-prices" aria-label={texts.choose.prices}>
        {tickets.value.map(({ id, name, price, fees }) => (
          <li key={id}>
            <bdi>{name}</bdi>{' '}
            <span class="seat-price">
              <b>{formatPrice(price)}</b>
              {fees > 0 && <span class="seat-fee"> {texts.choose.plusFees(formatMoney(fees))}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div class="seat-view">
        <div class="seat-map">
          <p class="waiting" role="status">
            {!hasFailed && <span class="spinner" />}
            {hasFailed ? texts.trouble.picker : texts.seats.loading}
          </p>
        </div>
      </div>
    </div>
  );
}
