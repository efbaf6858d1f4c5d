import type { PasswordProblem } from '../../../people/passwords/require-good-password.ts';
import type { Role } from '../../../powers.ts';
import type { CountryChoice } from '../../../money/countries.ts';
import type { Language } from '../../../values/language.ts';

// The data of the pages before the dashboard, without texts. Types only.

export type EntranceField = 'hostName' | 'country' | 'name' | 'email' | 'password' | 'code';

/** A problem with a field, or with too many attempts. */
export type EntranceProblem =
  | { field: EntranceField; what: 'missing' }
  | { field: 'email'; what: 'not_an_email' }
  | { field: 'hostName' | 'name'; what: 'not_a_name' }
  | { field: 'password'; what: PasswordProblem }
  /** The e-mail or the password is wrong; we don't say which. */
  | { field: null; what: 'wrong' }
  /** The password is wrong; the link proves the e-mail. */
  | { field: 'password'; what: 'wrong_password' }
  | { field: 'code'; what: 'wrong_code' }
  | { field: 'code'; what: 'codes_too_often'; seconds: number }
  | { field: null; what: 'too_often' | 'busy'; seconds: number };

export type SignUpTyped = { hostName: string; country: string; name: string; email: string };

/** An invitation, and the next step for its holder. */
type InvitationAbout = {
  about: 'invitation';
  hostName: string;
  role: Role;
  /** The invited address. */
  email: string;
  problems: EntranceProblem[];
} & (
  | { step: 'accept' }
  /** The address has an account: `next` leads back here. */
  | { step: 'sign_in'; next: string }
  /** It has none yet. */
  | { step: 'join'; name: string }
  | { step: 'other_account'; signedInAs: string }
);

type About =
  | { about: 'sign_in'; email: string; next: string; problems: EntranceProblem[] }
  /** `countries` by their code for `Intl`. */
  | {
      about: 'sign_up';
      typed: SignUpTyped;
      countries: CountryChoice[];
      problems: EntranceProblem[];
    }
  /** `invitation` is for somebody without an account, or null. */
  | {
      about: 'sign_up_closed';
      isByInvitation: boolean;
      invitation: { hostName: string; email: string } | null;
    }
  /** A mail is on its way, if the address has an account. `mailboxUrl` shows mails in development. */
  | { about: 'mail_sent'; link: 'confirm' | 'reset'; email: string; mailboxUrl: string | null }
  | { about: 'ask_for_reset'; email: string; problems: EntranceProblem[] }
  | { about: 'reset'; email: string; problems: EntranceProblem[] }
  /** `asksPassword`: this is not the browser that signed up. */
  | { about: 'confirm'; email: string; asksPassword: boolean; problems: EntranceProblem[] }
  | InvitationAbout
  | { about: 'dead_link'; link: 'confirm' | 'reset' | 'invitation' }
  /** The link to a new address was opened, but not confirmed yet. */
  | { about: 'change_email'; email: string }
  /** `hasPasskey`: one of the person's factors is one. */
  | { about: 'second_step'; email: string; next: string; hasPasskey: boolean; problems: EntranceProblem[] }
  | { about: 'dead_link'; link: 'confirm' | 'reset' | 'change_email' }
  | { about: 'trouble'; what: 'too_often' | 'trouble'; seconds: number | null };

export type EntranceAbout = About['about'];

export type EntrancePage = {
  language: Language;
  /** The query of the address, which another language keeps; null where the page is the answer to a form. */
  query: string | null;
  /** The path that browsers reach the dashboard by. */
  base: string;
  canSignUp: boolean;
} & About;
