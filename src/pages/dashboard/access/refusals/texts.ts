// `npm run texts` writes this file after en.json.
import { loadTexts } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  sign_in_required: string;
  second_step_required: string;
  password_required: string;
  factor_required: string;
  not_allowed: string;
  host_suspended: string;
  other_site: string;
  last_owner: string;
  member_exists: string;
  refunds_needed: string;
  changed_meanwhile: string;
  body_too_large: string;
  request_timeout: string;
  rate_limited: string;
  internal_error: string;
  unavailable: string;
  gateway_away: string;
  payment_gateway_error: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
