import type { RefObject, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal, type Signal } from '@preact/signals';
import { OFFER_CODE } from '../../../../rules/waiting-list.ts';
import type { Checkout } from '../checkout-state.ts';
import { applyPromoCode } from '../hold-cart.ts';
import { Icon } from '../../../shared/icon.tsx';
import { tagIcon } from '../../../shared/icons.ts';

const MAX_CODE_CHARACTERS = 50;

type Stop = RefObject<(HTMLInputElement & HTMLButtonElement) | null>;

export function PromoCode({ checkout }: { checkout: Checkout }): VNode | null {
  const { promoCode, promoRefused, isCartHeld, totals } = checkout;
  const isOpen = useSignal(false);
  const nextStop: Stop = useRef(null);
  // The pressed button goes away, and the focus with it. A price that is asked for by itself moves nobody.
  const wantsFocus = useRef(false);
  const shows = isOpen.value || promoRefused.value !== null;
  const hasCode = promoCode.value !== '';
  const isAsking = hasCode && !isCartHeld.value && totals.value.count > 0;
  useEffect(() => {
    if (!wantsFocus.current || isAsking) return;
    wantsFocus.current = false;
    nextStop.current?.focus();
  }, [shows, hasCode, isAsking]);

  if (OFFER_CODE.test(promoCode.value)) return null;
  const Part = hasCode ? AppliedCode : shows ? CodeForm : CodeQuestion;
  return (
    <Part checkout={checkout} stop={nextStop} isOpen={isOpen} onPress={() => (wantsFocus.current = true)} />
  );
}

type PartProps = { checkout: Checkout; stop: Stop; isOpen: Signal<boolean>; onPress: () => unknown };

function AppliedCode({ checkout, stop, onPress }: PartProps): VNode {
  const { texts, promoCode, hold, isCartHeld, totals } = checkout;
  const remove = (): void => {
    promoCode.value = '';
    onPress();
  };
  return (
    <div class="promo applied">
      <Icon path={tagIcon} />
      <p>
        {isCartHeld.value ? (
          texts.promo.applied(hold.value?.reservation.promoCode ?? promoCode.value)
        ) : (
          <>
            {promoCode.value}
            <span class="line">{totals.value.count === 0 && texts.promo.later}</span>
          </>
        )}
      </p>
      <button type="button" class="plain" ref={stop} onClick={remove}>
        {texts.promo.remove}
      </button>
    </div>
  );
}

function CodeQuestion({ checkout, stop, isOpen, onPress }: PartProps): VNode {
  const open = (): void => {
    onPress();
    isOpen.value = true;
  };
  return (
    <div class="promo">
      <button type="button" class="plain" ref={stop} aria-expanded="false" onClick={open}>
        <Icon path={tagIcon} />
        {checkout.texts.promo.question}
      </button>
    </div>
  );
}

function CodeForm({ checkout, stop, isOpen, onPress }: PartProps): VNode {
  const { texts, promoDraft, promoRefused } = checkout;
  const refused = promoRefused.value;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (promoDraft.value.trim() === '') return;
    isOpen.value = false;
    onPress();
    void applyPromoCode(checkout);
  };
  return (
    <form class="promo field" onSubmit={submit} noValidate>
      <label for="promo">{texts.promo.label}</label>
      <div class="beside">
        <input
          id="promo"
          ref={stop}
          value={promoDraft}
          onInput={(event) => {
            promoDraft.value = event.currentTarget.value;
            promoRefused.value = null;
            isOpen.value = true;
          }}
          maxLength={MAX_CODE_CHARACTERS}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="go"
          aria-invalid={refused !== null}
          aria-describedby={refused === null ? undefined : 'promo-error'}
        />
        <button type="submit" class="second">
          {texts.promo.apply}
        </button>
      </div>
      {refused !== null && (
        <p class="error" id="promo-error" role="alert">
          {refused.text} {texts.promo.goOn}
        </p>
      )}
    </form>
  );
}
