import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { nameCountry } from '../components/name-country.ts';
import { useFormField } from '../components/use-form-field.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';

/** The time zone of the times: first those of the country, then every other one that the browser knows. */
export function ZoneField({ form, data }: Part): VNode {
  const words = useEventDetailsTexts();
  const { isLive, page } = useDashboard();
  const chosen = form.values.value.timezone;
  const near = [...new Set([...data.timezonesOfCountry, data.details.timezone, chosen])];
  const known = isLive.value ? allZones() : [];
  const option = (zone: string): VNode => (
    <option key={zone} value={zone} selected={zone === chosen}>
      {zone.replaceAll('_', ' ')}
    </option>
  );
  const props = { form, name: 'timezone', label: words.timezone, hint: words.timezoneHint } as const;
  return useFormField(props, (described) => (
    <select
      {...described}
      name="timezone"
      value={chosen}
      onChange={(event) => form.set('timezone', event.currentTarget.value)}
    >
      <optgroup label={nameCountry(data.region, page.language)}>{near.map(option)}</optgroup>
      <optgroup label={words.otherZones}>{known.filter((zone) => !near.includes(zone)).map(option)}</optgroup>
    </select>
  ));
}

let zones: readonly string[] | null = null;

/** Phones from before 2022 can't list them. */
function allZones(): readonly string[] {
  const intl = Intl as { supportedValuesOf?: typeof Intl.supportedValuesOf };
  zones ??= intl.supportedValuesOf?.('timeZone') ?? [];
  return zones;
}
