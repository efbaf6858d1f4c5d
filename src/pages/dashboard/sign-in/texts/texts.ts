// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  brand: string;
  claim: string;
  claimMore: string;
  title: (page: Value) => string;
  fields: {
    hostName: string;
    hostNameHint: string;
    country: string;
    countryChoose: string;
    countryHint: string;
    name: string;
    email: string;
    password: string;
    newPassword: string;
    newPasswordHint: (least: Value) => string;
    show: string;
    hide: string;
  };
  problems: {
    heading: (count: number) => string;
    missing: {
      hostName: string;
      country: string;
      name: string;
      email: string;
      password: string;
      code: string;
    };
    not_an_email: string;
    not_a_name: string;
    too_short: (least: Value) => string;
    too_long: (most: Value) => string;
    few_characters: string;
    repeated: string;
    keyboard_walk: string;
    well_known: string;
    wrong: string;
    wrong_password: string;
    too_often: (wait: Value) => string;
    wrong_code: string;
    codes_too_often: (wait: Value) => string;
    busy: (wait: Value) => string;
    seconds: (count: number) => string;
    minutes: (count: number) => string;
  };
  signIn: {
    title: string;
    button: string;
    passkey: string;
    passkeyFailed: string;
    or: string;
    forgotten: string;
    newHere: string;
    signUp: string;
  };
  signUp: {
    title: string;
    lead: string;
    button: string;
    haveOne: string;
    signIn: string;
  };
  closed: {
    title: string;
    byInvitation: string;
    byOperator: string;
    invitedTitle: string;
    invited: (values: { hostName: Value; email: Value }) => string;
    invitedNext: string;
    signIn: string;
  };
  mailSent: {
    title: string;
    confirm: (email: Value) => string;
    reset: (email: Value) => string;
    good: {
      confirm: string;
      reset: string;
    };
    spam: string;
    mailbox: string;
    openMailbox: string;
    signIn: string;
  };
  askForReset: {
    title: string;
    lead: string;
    button: string;
    signIn: string;
  };
  reset: {
    title: string;
    lead: (email: Value) => string;
    button: string;
  };
  confirm: {
    title: string;
    lead: (email: Value) => string;
    password: string;
    notYou: string;
    button: string;
    forgotten: string;
  };
  invitation: {
    title: (host: Value) => string;
    lead: {
      owner: string;
      manager: string;
      finance: string;
      door: string;
    };
    signedInAs: (email: Value) => string;
    accept: string;
    known: (email: Value) => string;
    signIn: string;
    forgotten: string;
    join: (email: Value) => string;
    joinButton: string;
    other: (values: { invited: Value; signedIn: Value }) => string;
    signOut: string;
    notYou: string;
  };
  secondStep: {
    title: string;
    lead: (email: Value) => string;
    code: string;
    codeHint: string;
    button: string;
    passkey: string;
    passkeyFailed: string;
    signOut: string;
  };
  changeEmail: {
    title: string;
    lead: (email: Value) => string;
    button: string;
    notYou: string;
  };
  deadLink: {
    title: string;
    why: string;
    confirm: string;
    reset: string;
    invitation: string;
    change_email: string;
    toProfile: string;
    signIn: string;
    another: string;
  };
  trouble: {
    too_often: {
      title: string;
      text: (wait: Value) => string;
    };
    trouble: {
      title: string;
      text: string;
    };
    again: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
