import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { callServer, CallFailed } from '../../shared/call-server.ts';
import { goTo, type Checkout } from '../checkout-state.ts';
import type { SeatMap } from '../contract.ts';
import { continueWithCart } from '../hold-cart.ts';
import { BackButton } from '../parts/back-button.tsx';
import { MainButton } from '../parts/main-button.tsx';
import { StepHeading } from '../parts/step-heading.tsx';
import { Summary } from '../parts/summary.tsx';
import type { SeatPickerProps } from '../seat-picker-props.ts';
import { tellTrouble } from '../tell-trouble.ts';

/** The picker's code, which general events never need. */
export const fetchPicker = () => import('../../seat-map/seat-picker.tsx');

/** The surroundings of the seat picker, which is fetched together with its map when it is needed first. */
export function Seats({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, tickets, seatMap, chosenSeats, ownSeats, takenNotice, formatMoney } = checkout;
  const picker = useSignal<{ SeatPicker: FunctionComponent<SeatPickerProps> } | null>(null);
  const proceed = (): void => void continueWithCart(checkout);

  const load = async (): Promise<void> => {
    checkout.trouble.value = null;
    try {
      const [chunk, map] = await Promise.all([
        fetchPicker().catch(() => {
          throw new CallFailed('offline', null);
        }),
        callServer(`${data.path}/seats`),
      ]);
      seatMap.value = (map.answer as { data: SeatMap }).data;
      picker.value = { SeatPicker: chunk.SeatPicker };
    } catch (error) {
      tellTrouble(checkout, error, () => void load());
    }
  };
  useEffect(() => void load(), []);

  const SeatPicker = picker.value?.SeatPicker;
  return (
    <>
      <main class="seats">
        <div class="top">
          <StepHeading>{texts.seats.heading}</StepHeading>
          <BackButton label={texts.seats.back} onPress={() => goTo(checkout, 'choose')} />
        </div>
        {SeatPicker && seatMap.value ? (
          <SeatPicker
            data={data}
            seatMap={seatMap.value}
            tickets={tickets.value}
            chosen={chosenSeats}
            held={ownSeats}
            texts={texts}
            formatMoney={formatMoney}
            onContinue={proceed}
            takenNotice={takenNotice}
          />
        ) : (
          <p class="waiting" role="status">
            {checkout.trouble.value === null && <span class="spinner" />}
            {checkout.trouble.value === null ? texts.seats.loading : texts.trouble.picker}
          </p>
        )}
      </main>
      {/* Not before the seats: when they come, they would push whoever is there out of sight. */}
      <Summary checkout={checkout} hasPromo={SeatPicker !== undefined}>
        <MainButton checkout={checkout} onPress={proceed}>
          {texts.choose.continue}
        </MainButton>
      </Summary>
    </>
  );
}
