import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Clashes } from './clashes.tsx';
import { KeptOffer } from './kept-offer.tsx';
import type { Form as FormState } from './use-form.ts';

/** The fields of a form, its errors as a whole, and its button. */
export function Form<Body>({
  form,
  submit,
  isDangerous = false,
  isSecond = false,
  onCancel,
  children,
}: {
  form: FormState<Body>;
  /** The button's action, such as "Create key". */
  submit: string;
  isDangerous?: boolean;
  /** The view's main button is another one. */
  isSecond?: boolean;
  onCancel?: () => void;
  children: ComponentChildren;
}): VNode {
  const { texts } = useDashboard();
  // In the order of the page, which a form of several schemas doesn't check in.
  const wrong = [...form.labels.keys()].filter((name) => Object.hasOwn(form.errors.value, name));
  const isBusy = form.isBusy.value;
  const troubles = useRef<HTMLDivElement>(null);
  // The button may be far below, or stay visible while the form scrolls.
  useEffect(() => {
    if (form.trouble.value !== null || form.clashes.value !== null)
      troubles.current?.scrollIntoView({ block: 'nearest' });
  }, [form.trouble.value, form.clashes.value]);
  return (
    <form
      id={form.id}
      class="form"
      // It sends nothing before the script has loaded: a browser would put the values into the address.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <div role="status" class="form-troubles">
        {form.offer.value && <KeptOffer offer={form.offer.value} formId={form.id} />}
      </div>
      <div role="alert" class="form-troubles" ref={troubles}>
        {wrong.length > 1 && (
          <Message tone="bad">
            {texts.parts.wrongFields(wrong.length)} {wrong.map((name) => form.labels.get(name)).join(', ')}
          </Message>
        )}
        {form.trouble.value !== null && <Message tone="bad">{form.trouble.value}</Message>}
        {form.clashes.value && <Clashes form={form} clashes={form.clashes.value} />}
      </div>
      {children}
      <div class="form-actions">
        <button
          type="submit"
          class={isDangerous ? 'danger' : isSecond ? 'second' : 'main'}
          aria-disabled={isBusy}
          aria-busy={isBusy}
        >
          {submit}
          {isBusy && <span class="spinner" />}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {texts.parts.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
