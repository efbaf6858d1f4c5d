import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { LONGEST, MAX_COLOR } from '../../../seating-plans/limits.ts';
import { useColorNames } from '../components/hall-map/color-names.ts';
import { StateSwatch } from '../components/hall-map/state-swatch.tsx';
import { useLiveHallTexts } from './live-texts.ts';

const COLORS = Array.from({ length: MAX_COLOR }, (_, nth) => nth + 1);

/** The reason for blocked seats, and their colour on the map. */
export function HouseFields({ reason, color }: { reason: Signal<string>; color: Signal<number> }): VNode {
  const texts = useLiveHallTexts().selection;
  const colorNames = useColorNames();
  const id = useId();
  return (
    <>
      <div class="field">
        <label for={`${id}-reason`}>{texts.reason}</label>
        <input
          id={`${id}-reason`}
          type="text"
          autocomplete="off"
          maxLength={LONGEST.reason}
          aria-describedby={`${id}-about`}
          value={reason.value}
          onInput={(event) => (reason.value = event.currentTarget.value)}
        />
        <p class="hint soft" id={`${id}-about`}>
          {texts.reasonHint}
        </p>
      </div>
      <fieldset class="cluster house-colors">
        <legend>{texts.color}</legend>
        {COLORS.map((one) => (
          <label key={one} title={colorNames[one]}>
            <input
              type="radio"
              name={`${id}-color`}
              aria-label={colorNames[one]}
              checked={color.value === one}
              onChange={() => (color.value = one)}
            />
            <StateSwatch state="house" color={one} />
          </label>
        ))}
      </fieldset>
    </>
  );
}
