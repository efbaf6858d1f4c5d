import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import type { Texts } from '../texts/read-texts.ts';
import type { Clash } from './merge-changes.ts';
import type { Form } from './use-form.ts';

/** Somebody else has saved. Choose a value for each field that both changed. */
export function Clashes<Body>({ form, clashes }: { form: Form<Body>; clashes: readonly Clash[] }): VNode {
  const { texts } = useDashboard();
  const { conflict } = texts.parts;
  return (
    <div class="clashes">
      <Message tone="warn">
        <strong>{conflict.title}.</strong> {clashes.length > 0 ? conflict.text : conflict.merged}
      </Message>
      {clashes.map((clash) => (
        <ClashChoice key={clash.name} form={form} clash={clash} />
      ))}
    </div>
  );
}

function ClashChoice<Body>({ form, clash }: { form: Form<Body>; clash: Clash }): VNode {
  const { texts } = useDashboard();
  const { conflict } = texts.parts;
  const values = form.values.value as Record<string, unknown>;
  const write = form.writers.get(clash.name) ?? ((value: unknown) => writeValue(value, texts));
  const choose = (value: unknown): void => form.set(clash.name as never, value as never);
  const sides = [
    { label: conflict.yours, value: clash.mine },
    { label: conflict.theirs, value: clash.theirs },
  ];
  return (
    <fieldset class="clash">
      <legend>{form.labels.get(clash.name) ?? clash.name}</legend>
      {sides.map(({ label, value }) => (
        <label key={label} class="choice">
          <input
            type="radio"
            name={`${form.id}-clash-${clash.name}`}
            checked={JSON.stringify(values[clash.name]) === JSON.stringify(value)}
            onChange={() => choose(value)}
          />
          <span>
            <strong>{label}</strong> {write(value)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function writeValue(value: unknown, { parts }: Texts): string {
  if (value === null || value === '') return parts.conflict.empty;
  if (typeof value === 'boolean') return value ? parts.conflict.yes : parts.conflict.no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
