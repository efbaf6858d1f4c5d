import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Checkout } from '../checkout-state.ts';
import { applyPromoCode } from '../hold-cart.ts';
import { Icon } from '../../shared/icon.tsx';
import { tagIcon } from '../../shared/icons.ts';

const MAX_CODE_CHARACTERS = 50;

export function PromoCode({ checkout }: { checkout: Checkout }): VNode {
  const { texts, promoCode, promoDraft, promoRefused, hold, isCartHeld, totals } = checkout;
  const isOpen = useSignal(false);
  const nextStop = useRef<HTMLInputElement & HTMLButtonElement>(null);
  // What was pressed here goes away, and the focus with it. A price that is asked for by itself moves nobody.
  const wantsFocus = useRef(false);
  const refused = promoRefused.value;
  const shows = isOpen.value || refused !== null;
  const hasCode = promoCode.value !== '';
  const isAsking = hasCode && !isCartHeld.value && totals.value.count > 0;
  useEffect(() => {
    if (!wantsFocus.current || isAsking) return;
    wantsFocus.current = false;
    nextStop.current?.focus();
  }, [shows, hasCode, isAsking]);

  if (hasCode) {
    const remove = (): void => {
      promoCode.value = '';
      wantsFocus.current = true;
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
        <button type="button" class="plain" ref={nextStop} onClick={remove}>
          {texts.promo.remove}
        </button>
      </div>
    );
  }
  if (!shows) {
    return (
      <div class="promo">
        <button
          type="button"
          class="plain"
          ref={nextStop}
          aria-expanded="false"
          onClick={() => {
            wantsFocus.current = true;
            isOpen.value = true;
          }}
        >
          <Icon path={tagIcon} />
          {texts.promo.question}
        </button>
      </div>
    );
  }
  const submit = (event: Event): void => {
    event.preventDefault();
    if (promoDraft.value.trim() === '') return;
    isOpen.value = false;
    wantsFocus.current = true;
    void applyPromoCode(checkout);
  };
  return (
    <form class="promo field" onSubmit={submit} noValidate>
      <label for="promo">{texts.promo.label}</label>
      <div class="beside">
        <input
          id="promo"
          ref={nextStop}
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
