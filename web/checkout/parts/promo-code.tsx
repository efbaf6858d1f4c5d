import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Checkout } from '../checkout-state.ts';
import { applyPromoCode } from '../hold-cart.ts';
import { Icon } from './icon.tsx';

const MOST_CODE_CHARACTERS = 50;

export function PromoCode({ checkout }: { checkout: Checkout }): VNode {
  const { texts, promoCode, promoDraft, promoError, hold, isCartHeld, totals } = checkout;
  const isOpen = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const error = promoError.value;
  const shows = isOpen.value || error !== null;
  useEffect(() => {
    if (shows) field.current?.focus();
  }, [shows, error]);

  if (promoCode.value !== '') {
    const remove = (): void => {
      promoCode.value = '';
      promoError.value = null;
    };
    return (
      <div class="promo applied">
        <Icon name="tag" />
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
        <button type="button" class="plain" onClick={remove}>
          {texts.promo.remove}
        </button>
      </div>
    );
  }
  if (!shows) {
    return (
      <div class="promo">
        <button type="button" class="plain" aria-expanded="false" onClick={() => (isOpen.value = true)}>
          <Icon name="tag" />
          {texts.promo.question}
        </button>
      </div>
    );
  }
  const submit = (event: Event): void => {
    event.preventDefault();
    if (promoDraft.value.trim() === '') return;
    isOpen.value = false;
    void applyPromoCode(checkout);
  };
  return (
    <form class="promo field" onSubmit={submit} noValidate>
      <label for="promo">{texts.promo.label}</label>
      <div class="beside">
        <input
          id="promo"
          ref={field}
          value={promoDraft}
          onInput={(event) => {
            promoDraft.value = event.currentTarget.value;
            promoError.value = null;
            isOpen.value = true;
          }}
          maxLength={MOST_CODE_CHARACTERS}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="go"
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : 'promo-error'}
        />
        <button type="submit" class="second">
          {texts.promo.apply}
        </button>
      </div>
      {error !== null && (
        <p class="error" id="promo-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
