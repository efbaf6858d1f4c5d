import { isEmailAddress } from '../../../values/email-address.ts';
import { isPersonName } from '../../../values/person-name.ts';
import type { Person } from './server/order-schemas.ts';
import type { Texts } from './texts/texts.ts';

/** The text in the fields, as typed. */
export type Draft = { firstName: string; lastName: string; email: string; phone: string };
export type Field = keyof Draft;
export type FieldErrors = Partial<Record<Field, string>>;

export const EMPTY_DRAFT: Draft = { firstName: '', lastName: '', email: '', phone: '' };

const MAX_NAME_CHARACTERS = 100;

/** `isGuest`: of somebody else than the buyer, who is not spoken to. A phone number is taken as it is typed. */
export function checkPerson(draft: Draft, texts: Texts['fields'], isGuest = false): FieldErrors {
  const missing = isGuest ? texts.guestMissing : texts.missing;
  const errors: FieldErrors = {};
  for (const field of ['firstName', 'lastName'] as const) {
    const name = draft[field].trim();
    if (name === '') errors[field] = missing[field];
    else if (name.length > MAX_NAME_CHARACTERS) errors[field] = texts.nameTooLong;
    else if (!isPersonName(name)) errors[field] = texts.nameWrong;
  }
  const email = draft.email.trim();
  if (email === '') errors.email = missing.email;
  else if (!isEmailAddress(email)) errors.email = texts.emailWrong;
  return errors;
}

export function toPerson(draft: Draft): Person {
  const phone = draft.phone.trim();
  return {
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    email: draft.email.trim(),
    ...(phone === '' ? {} : { phone }),
  };
}

/** A field as the server names it, `phone` or `recipients[1].email`; null if it is not a person's. */
export function readFieldPath(path: string): { recipient: number | null; field: Field } | null {
  const found = /^(?:recipients\[(\d+)\]\.)?(firstName|lastName|email|phone)$/.exec(path);
  if (!found) return null;
  return { recipient: found[1] === undefined ? null : Number(found[1]), field: found[2] as Field };
}
