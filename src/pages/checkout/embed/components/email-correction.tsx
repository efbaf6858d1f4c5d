import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { isEmailAddress } from '../../../../values/email-address.ts';
import type { Checkout, OwnPurchase } from '../checkout-state.ts';
import { correctEmail } from '../correct-email.ts';
import { textsIn as correctionTextsIn } from '../texts/email-correction/texts.ts';
import { EmailSuggestion } from './email-suggestion.tsx';
import { STEP_HEADING } from './step-heading.tsx';

/** For the buyer who has just typed it: the address of a purchase, mended. */
export function EmailCorrection({
  checkout,
  purchase,
}: {
  checkout: Checkout;
  purchase: OwnPurchase;
}): VNode {
  const { texts, busy } = checkout;
  const isOpen = useSignal(false);
  const typed = useSignal(purchase.email);
  const error = useSignal<string | null>(null);
  const isFocused = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen.value) field.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen.value;
  }, [isOpen.value]);

  if (!isOpen.value) {
    return (
      <button
        type="button"
        class="plain correct"
        ref={opener}
        aria-expanded="false"
        onClick={() => (isOpen.value = true)}
      >
        {correctionTextsIn(checkout.data.language).ask}
      </button>
    );
  }
  const type = (text: string): void => {
    typed.value = text;
    error.value = null;
  };
  const refuse = (why: string): void => {
    error.value = why;
    field.current?.focus();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const email = typed.value.trim();
    if (email === purchase.email) isOpen.value = false;
    else if (!isEmailAddress(email)) refuse(texts.fields.emailWrong);
    else void correctEmail(checkout, purchase, { email, onCorrected: readHeading, onRefused: refuse });
  };
  return (
    <form class="correct field" onSubmit={submit} noValidate>
      <div>
        <label for="correct-email">{texts.details.email}</label>
        <input
          id="correct-email"
          ref={field}
          type="email"
          inputMode="email"
          autocomplete="email"
          autocapitalize="off"
          spellcheck={false}
          maxLength={254}
          required
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          onFocus={() => (isFocused.value = true)}
          onBlur={() => (isFocused.value = false)}
          aria-invalid={error.value !== null}
          aria-describedby={error.value === null ? 'correct-about' : 'correct-error'}
        />
        {error.value !== null && (
          <p class="error" id="correct-error" role="alert">
            {error}
          </p>
        )}
        <EmailSuggestion
          texts={texts}
          typed={typed.value}
          isFocused={isFocused.value}
          field={field}
          onTake={type}
        />
        <p class="hint soft" id="correct-about">
          {correctionTextsIn(checkout.data.language).about}
        </p>
      </div>
      <div class="choices">
        <button type="submit" class="second" aria-disabled={busy.value}>
          {correctionTextsIn(checkout.data.language).send}
        </button>
        <button type="button" class="plain" onClick={() => (isOpen.value = false)}>
          {correctionTextsIn(checkout.data.language).cancel}
        </button>
      </div>
    </form>
  );
}

/** The form is gone with the tickets it was among; the focus goes to where the new ones come. */
function readHeading(): void {
  requestAnimationFrame(() => document.getElementById(STEP_HEADING)?.focus());
}
