import type { Language } from '../../../values/language.ts';
import { textsBy } from '../../shared/texts.ts';

/** Texts of the pages before the dashboard, in English. Types make every language have the same keys. */
const en = {
  brand: 'Tessera',
  claim: 'Sell tickets on your own site.',
  claimMore: 'One key, one embed, your money in your own account.',
  title: (page: string) => `${page} · Tessera`,

  fields: {
    hostName: 'Name of your organisation',
    hostNameHint: 'Buyers see it on tickets and receipts. You can change it later.',
    country: 'Country',
    countryChoose: 'Choose a country',
    countryHint: 'It sets the currency of your prices.',
    name: 'Your name',
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    newPasswordHint: (least: number) => `At least ${least} characters. Four unrelated words work well.`,
    show: 'Show password',
    hide: 'Hide password',
  },

  problems: {
    heading: (count: number) => (count === 1 ? 'Please fix one field' : `Please fix ${count} fields`),
    missing: {
      hostName: 'Enter the name of your organisation.',
      country: 'Choose a country.',
      name: 'Enter your name.',
      email: 'Enter your e-mail address.',
      password: 'Enter a password.',
      code: 'Enter the code.',
    },
    not_an_email: 'Enter a valid e-mail address.',
    not_a_name: 'Enter a name of up to 200 characters, without a web or e-mail address.',
    too_short: (least: number) => `Use at least ${least} characters.`,
    too_long: (most: number) => `Use at most ${most} characters.`,
    few_characters: 'Use more different characters.',
    repeated: 'This password repeats a short text. Choose another.',
    keyboard_walk: 'A row of keys or numbers is easy to guess. Choose another password.',
    well_known: 'Common words and your own names are easy to guess. Choose another password.',
    wrong: 'Wrong e-mail or password. Check both, or choose a new password.',
    wrong_password: 'Wrong password. If you don’t know it, choose a new one.',
    too_often: (wait: string) =>
      `Too many attempts. Try again in ${wait}, or choose a new password by e-mail.`,
    wrong_code: 'Wrong or used code. Enter the newest one.',
    codes_too_often: (wait: string) => `Too many wrong codes. Try again in ${wait}.`,
    busy: (wait: string) => `Many people are signing in right now. Try again in ${wait}.`,
    seconds: (count: number) => (count === 1 ? 'a second' : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? 'a minute' : `${count} minutes`),
  },

  signIn: {
    title: 'Sign in',
    button: 'Sign in',
    passkey: 'Sign in with a passkey',
    passkeyFailed: 'The passkey did not work here. Sign in with your password.',
    or: 'or',
    forgotten: 'Forgot your password?',
    newHere: 'New here?',
    signUp: 'Sign up',
  },
  signUp: {
    title: 'Sign up',
    lead: 'It takes a minute. Nothing is public until you publish it.',
    button: 'Sign up',
    haveOne: 'Already have an account?',
    signIn: 'Sign in',
  },
  closed: {
    title: 'Sign-up is closed',
    byInvitation: 'You need an invitation. Ask an owner of your organisation to invite you by e-mail.',
    byOperator: 'The service operator creates new accounts. Ask them for one.',
    invitedTitle: 'You need an account first',
    invited: ({ hostName, email }: { hostName: string; email: string }) =>
      `You are invited to ${hostName}, but ${email} has no account yet, and sign-up is closed.`,
    invitedNext:
      'Ask the person who invited you, or the service operator, for an account with this address. Then open the link in the e-mail again.',
    signIn: 'Go to sign in',
  },
  mailSent: {
    title: 'Check your inbox',
    confirm: (email: string) => `We sent an e-mail to ${email}. Open its link to continue.`,
    reset: (email: string) =>
      `If ${email} has an account, we sent an e-mail there. Open its link to choose a new password.`,
    good: { confirm: 'The link works for 24 hours.', reset: 'The link works for 30 minutes.' },
    spam: 'No e-mail after a few minutes? Check your spam folder, and the address above.',
    mailbox: 'This copy of Tessera sends no e-mails. Find them in its own mailbox.',
    openMailbox: 'Open mailbox',
    signIn: 'Back to sign in',
  },
  askForReset: {
    title: 'Choose a new password',
    lead: 'Enter your account’s e-mail, and we’ll send you a link.',
    button: 'Send link',
    signIn: 'Back to sign in',
  },
  reset: {
    title: 'Choose a new password',
    lead: (email: string) => `For the account ${email}. We sign out all your devices.`,
    button: 'Save password',
  },
  confirm: {
    title: 'Confirm your e-mail',
    lead: (email: string) => `Confirm that ${email} is your address.`,
    password: 'You signed up in another browser, so please enter the password that you chose.',
    notYou: 'Didn’t sign up? Close this page; nothing changes.',
    button: 'Confirm and continue',
    forgotten: 'Choose a new password instead',
  },
  invitation: {
    title: (host: string) => `Join ${host}`,
    lead: {
      owner: 'You are invited as an owner.',
      manager: 'You are invited as a manager.',
      finance: 'You are invited as a finance member.',
      door: 'You are invited as door staff.',
    },
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    accept: 'Accept invitation',
    known: (email: string) => `${email} has an account here. Sign in with it, then accept.`,
    signIn: 'Sign in',
    forgotten: 'Forgot your password?',
    join: (email: string) => `Choose a name and a password for ${email}.`,
    joinButton: 'Join',
    other: (invited: string, signedIn: string) =>
      `This invitation is for ${invited}, but you are signed in as ${signedIn}. Sign out and continue as ${invited}.`,
    signOut: 'Sign out and continue',
    notYou: 'Don’t know this host? Close this page; nothing changes.',
  },
  secondStep: {
    title: 'Confirm that it is you',
    lead: (email: string) => `You are signing in as ${email}.`,
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    button: 'Confirm',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey did not work here. Try again, or use a code.',
    signOut: 'Sign in as someone else',
  },
  changeEmail: {
    title: 'Use this e-mail address',
    lead: (email: string) => `You will sign in with ${email}.`,
    button: 'Use this address',
    notYou: 'Didn’t ask for this? Close this page; nothing changes.',
  },
  deadLink: {
    title: 'This link has expired or been used',
    why: 'Or a newer e-mail has replaced it.',
    confirm: 'Sign in. If your e-mail is not confirmed yet, we’ll send you another link.',
    reset: 'Request a new link.',
    invitation: 'Ask the person who invited you for a new link.',
    change_email: 'Request a new link in your profile.',
    toProfile: 'Go to your profile',
    signIn: 'Go to sign in',
    another: 'Send another link',
  },
  trouble: {
    too_often: { title: 'Too many requests', text: (wait: string) => `Try again in ${wait}.` },
    trouble: {
      title: 'Something went wrong',
      text: (_wait: string) => 'It’s our fault. Try again in a moment.',
    },
    again: 'Back to sign in',
  },
};

export type EntranceTexts = typeof en;

// In English only, until there are files of its texts.
export const textsIn: (language: Language) => EntranceTexts = textsBy({ en });
