import type { VNode } from 'preact';
import type { AddressLevels } from '../../../money/countries.ts';
import { TextField } from './text-field.tsx';
import type { Form } from './use-form.ts';

type Places = { state?: unknown; lga?: unknown };

/** The area and the place of an address. Levels that the country has not are left out. */
export function LevelFields<Body extends Places>({
  form,
  levels,
}: {
  form: Form<Body>;
  levels: AddressLevels;
}): VNode {
  return (
    <div class="side-by-side">
      {levels.state !== null && <TextField form={form} name="state" />}
      {levels.lga !== null && <TextField form={form} name="lga" isOptional={levels.state !== null} />}
    </div>
  );
}
