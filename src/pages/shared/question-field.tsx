import type { VNode } from 'preact';
import { MAX_ANSWER_CHARACTERS, TICKED, type AskedQuestion } from '../../rules/questions.ts';
import { Field } from './field.tsx';

export type QuestionTexts = { optional: string; choose: string };

/** A host's question, to be answered: in the checkout as one types, on the receipt as a plain form. */
export function QuestionField({
  question,
  id,
  name,
  value,
  error,
  texts,
  onType,
  onLeave,
}: {
  question: AskedQuestion;
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  texts: QuestionTexts;
  onType?: (text: string) => void;
  onLeave?: () => void;
}): VNode {
  const { kind, isRequired, help } = question;
  const label = (
    <>
      <span dir="auto">{question.label}</span>
      {!isRequired && <span class="soft"> ({texts.optional})</span>}
    </>
  );
  const leave = onLeave && { onBlur: onLeave };
  if (kind === 'tick') {
    const about = error ?? (help === '' ? undefined : help);
    return (
      <div class="question tick">
        <label class="choice" for={id}>
          <input
            type="checkbox"
            id={id}
            name={name}
            value={TICKED}
            checked={value === TICKED}
            required={isRequired}
            aria-invalid={error !== undefined}
            aria-describedby={about && `${id}-about`}
            {...(onType && {
              onChange: (event: Event & { currentTarget: HTMLInputElement }) =>
                onType(event.currentTarget.checked ? TICKED : ''),
            })}
          />
          <span>{label}</span>
        </label>
        {about && (
          <p class={error === undefined ? 'hint soft' : 'error'} id={`${id}-about`} dir="auto">
            {about}
          </p>
        )}
      </div>
    );
  }
  return (
    <Field
      id={id}
      kind="question"
      label={label}
      error={error}
      hint={help === '' ? undefined : help}
      input={(described) => (
        <Answer {...{ question, name, value, texts, described, onType }} {...(leave && { leave })} />
      )}
    />
  );
}

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

function Answer({
  question,
  name,
  value,
  texts,
  described,
  onType,
  leave,
}: {
  question: AskedQuestion;
  name: string;
  value: string;
  texts: QuestionTexts;
  described: Described;
  onType: ((text: string) => void) | undefined;
  leave?: { onBlur: () => void };
}): VNode {
  const { kind, isRequired, choices, choiceLabels = choices } = question;
  const shared = { ...described, ...leave, name, required: isRequired };
  const listen = onType && {
    onInput: (event: Event & { currentTarget: { value: string } }) => onType(event.currentTarget.value),
  };
  const maxLength = MAX_ANSWER_CHARACTERS[kind];
  if (kind === 'text')
    return <textarea {...shared} {...listen} rows={3} maxLength={maxLength} dir="auto" value={value} />;
  if (kind === 'line')
    return (
      <input
        {...shared}
        {...listen}
        type="text"
        maxLength={maxLength}
        dir="auto"
        value={value}
        autocomplete="off"
      />
    );
  // A choice that is no longer offered stays the answer until another is made.
  const offered = value === '' || choices.includes(value) ? choices : [value, ...choices];
  return (
    <select {...shared} {...listen}>
      <option value="" selected={value === ''}>
        {texts.choose}
      </option>
      {offered.map((choice) => (
        <option key={choice} value={choice} selected={value === choice}>
          {choiceLabels[choices.indexOf(choice)] ?? choice}
        </option>
      ))}
    </select>
  );
}
