import type { VNode } from 'preact';
import type { CountryChoice } from '../../../../money/countries.ts';
import { MIN_PASSWORD_CHARACTERS } from '../../../../rules/password-length.ts';
import type { Language } from '../../../../values/language.ts';
import { Field } from '../../../shared/field.tsx';
import { nameCountries } from '../../components/name-country.ts';
import type { EntranceProblem } from '../contract.ts';
import type { Texts as EntranceTexts } from '../texts/texts.ts';
import { problemAt } from './problems.tsx';

type Around = { texts: EntranceTexts; problems: EntranceProblem[] };

export function EmailField({ email, ...around }: Around & { email: string }): VNode {
  return (
    <Field
      id="email"
      label={around.texts.fields.email}
      error={problemAt('email', around)}
      input={(described) => (
        <input
          {...described}
          name="email"
          type="email"
          value={email}
          autocomplete="username"
          inputMode="email"
          autocapitalize="none"
          spellcheck={false}
          maxLength={254}
          required
        />
      )}
    />
  );
}

/** Never filled in by us. The script adds the button that shows what is typed. */
export function PasswordField({ isNew, ...around }: Around & { isNew: boolean }): VNode {
  const { fields } = around.texts;
  return (
    <Field
      id="password"
      kind="password"
      label={isNew ? fields.newPassword : fields.password}
      error={problemAt('password', around)}
      hint={isNew ? fields.newPasswordHint(MIN_PASSWORD_CHARACTERS) : undefined}
      input={(described) => (
        <span class="with-button" data-show={fields.show} data-hide={fields.hide}>
          <input
            {...described}
            name="password"
            type="password"
            autocomplete={isNew ? 'new-password' : 'current-password'}
            {...(isNew && { minLength: MIN_PASSWORD_CHARACTERS })}
            required
          />
        </span>
      )}
    />
  );
}

export function LineField({
  id,
  value,
  autocomplete,
  hint,
  ...around
}: Around & { id: 'hostName' | 'name'; value: string; autocomplete: string; hint?: string }): VNode {
  return (
    <Field
      id={id}
      label={around.texts.fields[id]}
      error={problemAt(id, around)}
      hint={hint}
      input={(described) => (
        <input {...described} name={id} value={value} autocomplete={autocomplete} maxLength={200} required />
      )}
    />
  );
}

export function CountryField({
  country,
  countries,
  language,
  ...around
}: Around & {
  country: string;
  countries: CountryChoice[];
  language: Language;
}): VNode {
  return (
    <Field
      id="country"
      label={around.texts.fields.country}
      error={problemAt('country', around)}
      hint={around.texts.fields.countryHint}
      input={(described) => (
        <select {...described} name="country" autocomplete="country" required>
          <option value="" selected={country === ''}>
            {around.texts.fields.countryChoose}
          </option>
          {nameCountries(countries, language).map((one) => (
            <option key={one.country} value={one.country} selected={one.country === country}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    />
  );
}
