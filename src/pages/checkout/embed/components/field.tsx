import type { InputHTMLAttributes, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { Field } from '../../../shared/field.tsx';
import type { Draft, Field as FieldName } from '../check-person.ts';
import type { Checkout } from '../checkout-state.ts';
import { EmailSuggestion } from './email-suggestion.tsx';

const HINTS: Record<FieldName, InputHTMLAttributes> = {
  firstName: { type: 'text', autocomplete: 'given-name', autocapitalize: 'words', maxLength: 100 },
  lastName: { type: 'text', autocomplete: 'family-name', autocapitalize: 'words', maxLength: 100 },
  email: { type: 'email', inputMode: 'email', autocomplete: 'email', autocapitalize: 'off', maxLength: 254 },
  phone: { type: 'tel', inputMode: 'tel', autocomplete: 'tel', maxLength: 40 },
};

/** One field of a person. `autocompletes` only for the buyer: a browser knows its owner, not the owner's friends. */
export function PersonField({
  checkout,
  name,
  person,
  draft,
  autocompletes,
  onType,
  onLeave,
}: {
  checkout: Checkout;
  name: FieldName;
  /** Zero for the buyer, then the recipients. */
  person: number;
  draft: Draft;
  autocompletes: boolean;
  onType: (text: string) => void;
  onLeave: () => void;
}): VNode {
  const { texts, fieldErrors, data } = checkout;
  const input = useRef<HTMLInputElement>(null);
  const isFocused = useSignal(false);
  const id = `${name}-${person}`;
  const isOptional = name === 'phone';
  return (
    <Field
      id={id}
      kind={name}
      label={
        <>
          {texts.details[name]}
          {isOptional && <span class="soft"> ({texts.details.optional})</span>}
        </>
      }
      error={fieldErrors.value[person]?.[name]}
      hint={isOptional ? texts.details.phoneHint(data.event.samplePhone) : undefined}
      input={(described) => (
        <input
          {...HINTS[name]}
          {...described}
          {...(autocompletes ? {} : { autocomplete: 'off' })}
          ref={input}
          name={id}
          spellcheck={false}
          required={!isOptional}
          value={draft[name]}
          onInput={(event) => onType(event.currentTarget.value)}
          onFocus={() => (isFocused.value = true)}
          onBlur={() => {
            isFocused.value = false;
            onLeave();
          }}
        />
      )}
    >
      {name === 'email' && (
        <EmailSuggestion
          texts={texts}
          typed={draft.email}
          isFocused={isFocused.value}
          field={input}
          onTake={onType}
        />
      )}
    </Field>
  );
}
