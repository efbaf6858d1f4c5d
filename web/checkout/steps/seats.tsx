import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { CallFailed } from '../../shared/call-server.ts';
import { callEvent } from '../call-embed.ts';
import { goTo, type Checkout } from '../checkout-state.ts';
import type { Language } from '../../../src/values/language.ts';
import { continueWithCart } from '../hold-cart.ts';
import { BackButton } from '../../shared/back-button.tsx';
import { MainButton } from '../../shared/main-button.tsx';
import { textsBy } from '../../shared/texts.ts';
import { StepHeading } from '../parts/step-heading.tsx';
import { StepMain } from '../parts/step-main.tsx';
import { Summary } from '../parts/summary.tsx';
import type { SeatPickerProps } from '../seats/seat-picker-props.ts';
import type { SeatTexts } from '../seats/texts-en.ts';
import { tellTrouble } from '../tell-trouble.ts';

// Each is a file of its own: a buyer loads one language.
const fetchTextsIn = textsBy({
  en: () => import('../seats/texts-en.ts'),
  fr: () => import('../seats/texts-fr.ts'),
});

/** The picker's code, and its words in the buyer's language. General events need neither. */
export const fetchPicker = (language: Language) =>
  Promise.all([import('../seats/seat-picker.tsx'), fetchTextsIn(language)()]);

type Picker = { SeatPicker: FunctionComponent<SeatPickerProps>; seatTexts: SeatTexts };

/** The surroundings of the seat picker, which is fetched together with its map when it is needed first. */
export function Seats({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, tickets, seatMap, chosenSeats, ownSeats, takenNotice, formatMoney } = checkout;
  const picker = useSignal<Picker | null>(null);
  const proceed = (): void => void continueWithCart(checkout);

  const load = async (): Promise<void> => {
    checkout.trouble.value = null;
    try {
      const [[{ SeatPicker }, { seatTexts }], map] = await Promise.all([
        fetchPicker(data.language).catch(() => {
          throw new CallFailed('offline', null);
        }),
        callEvent(checkout, '/seats'),
      ]);
      seatMap.value = map.answer.data;
      picker.value = { SeatPicker, seatTexts: { ...seatTexts, seatIn: texts.seatIn } };
    } catch (error) {
      tellTrouble(checkout, error, () => void load());
    }
  };
  useEffect(() => void load(), []);

  return (
    <>
      <StepMain checkout={checkout} class="seats">
        <div class="top">
          <StepHeading>{texts.seats.heading}</StepHeading>
          <BackButton label={texts.seats.back} onPress={() => goTo(checkout, 'choose')} />
        </div>
        {picker.value && seatMap.value ? (
          <picker.value.SeatPicker
            data={data}
            seatMap={seatMap.value}
            tickets={tickets.value}
            chosen={chosenSeats}
            held={ownSeats}
            texts={picker.value.seatTexts}
            formatMoney={formatMoney}
            takenNotice={takenNotice}
          />
        ) : (
          <p class="waiting" role="status">
            {checkout.trouble.value === null && <span class="spinner" />}
            {checkout.trouble.value === null ? texts.seats.loading : texts.trouble.picker}
          </p>
        )}
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
