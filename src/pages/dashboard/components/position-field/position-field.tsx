import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import {
  MAX_POSITION_CHARACTERS,
  readPosition,
  type Position,
  type PositionProblem,
} from '../../../../values/read-position.ts';
import { Icon } from '../../../shared/icon.tsx';
import { placeIcon } from '../../../shared/icons.ts';
import { useDashboard } from '../../dashboard.ts';
import { usePositionTexts } from './texts.ts';
import { useFormField, type FieldProps } from '../use-form-field.tsx';
import { useWhereIAm } from './use-where-i-am.ts';

/**
 * A place on the map, from pasted numbers, a map link or a plus code, or from the device's location. Below it is the place that was
 * understood. The form's value is the body's. An unreadable text stays as typed, and every schema refuses it:
 *
 *     // in the body:  position: Nullable(Body({ lat: Number(…), lng: Number(…) }))
 *     // in the view:  position: details.position
 *     <PositionField form={form} name="position" label={…} hint={…} isOptional />
 */
export function PositionField<Body>(props: FieldProps<Body>): VNode {
  const { form, name, isOptional } = props;
  const words = usePositionTexts();
  const { conflict } = useDashboard().texts.parts;
  const value = form.values.value[name] as Position | string | null;
  const place = typeof value === 'object' ? value : null;
  const typed = useSignal('');
  // The typed text stays as it is until the field is left.
  const shown =
    typeof value === 'string' ? value : isSame(readPosition(typed.value), place) ? typed.value : write(place);
  const set = (next: Position | string | null): void => form.set(name, next as never);
  const here = useWhereIAm((found) => {
    typed.value = '';
    set(found);
  });
  const read = (text: string): void => {
    here.stop();
    typed.value = text;
    const found = readPosition(text);
    set(text.trim() === '' ? null : 'problem' in found ? text : found);
  };
  form.writers.set(name, (written) =>
    typeof written === 'object' && written !== null ? write(written as Position) : conflict.empty,
  );
  const isWrong = form.errors.value[name] !== undefined && typeof value === 'string' && value !== '';
  const error = isWrong ? words.problems[problemOf(value)] : form.errors.value[name];
  const field = useFormField({ ...props, ...(error !== undefined && { error }) }, (described) => (
    <input
      {...described}
      type="text"
      autocomplete="off"
      spellcheck={false}
      name={name}
      maxLength={MAX_POSITION_CHARACTERS}
      placeholder={words.placeholder}
      required={!isOptional}
      value={shown}
      onInput={(event) => {
        read(event.currentTarget.value);
        // A paste is complete. Typing is not, until the field is left.
        if (event.inputType === 'insertFromPaste') form.check(name);
      }}
      onBlur={() => {
        typed.value = '';
        form.check(name);
      }}
    />
  ));
  return (
    <div>
      {field}
      <p class="position-meaning" aria-live="polite">
        {place && <Meaning place={place} metres={here.metres.value} />}
        {here.said.value}
      </p>
      <div class="position-ways">
        <button
          type="button"
          class="second"
          aria-disabled={here.isBusy.value}
          aria-busy={here.isBusy.value}
          onClick={here.ask}
        >
          {here.isBusy.value ? <span class="spinner" /> : <Icon path={placeIcon} />}
          {here.isBusy.value ? words.finding : words.here}
        </button>
        {shown !== '' && (
          <button
            type="button"
            class="plain"
            aria-label={words.clearOf(form.labels.get(name) ?? '')}
            onClick={() => {
              read('');
              document.getElementById(`${form.id}-${name}`)?.focus();
            }}
          >
            {words.clear}
          </button>
        )}
      </div>
    </div>
  );
}

function Meaning({ place, metres }: { place: Position; metres: number | null }): VNode {
  const words = usePositionTexts();
  const map = `https://www.openstreetmap.org/?mlat=${place.lat}&mlon=${place.lng}#map=17/${place.lat}/${place.lng}`;
  return (
    <>
      {write(place)} · {metres !== null && <>{words.within(metres)} </>}
      <a href={map} target="_blank" rel="noreferrer">
        {words.check}
      </a>
    </>
  );
}

const write = (place: Position | null): string =>
  place ? `${place.lat.toFixed(6)}, ${place.lng.toFixed(6)}` : '';

function problemOf(text: string): PositionProblem {
  const read = readPosition(text);
  return 'problem' in read ? read.problem : 'unknown';
}

const isSame = (read: Position | { problem: PositionProblem }, place: Position | null): boolean =>
  place !== null && 'lat' in read && read.lat === place.lat && read.lng === place.lng;
