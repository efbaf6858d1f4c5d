import type { EntrancePage } from './contract.ts';

/** All that the pages before the dashboard say, in English. Another language has the same keys: the types see to it. */
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
    countryHint: 'It decides the currency of your prices.',
    name: 'Your name',
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    newPasswordHint: (least: number) =>
      `At least ${least} characters. Four words that nobody would put together are good.`,
    show: 'Show password',
    hide: 'Hide password',
  },

  problems: {
    heading: (count: number) =>
      count === 1 ? 'One thing is missing or wrong' : `${count} things are missing or wrong`,
    missing: {
      hostName: 'Write the name of your organisation.',
      country: 'Choose a country.',
      name: 'Write your name.',
      email: 'Write your e-mail address.',
      password: 'Write a password.',
      code: 'Write the code.',
    },
    not_an_email: 'This is no e-mail address: check its spelling.',
    not_a_name: 'Write a name of up to 200 characters, without a web or e-mail address in it.',
    too_short: (least: number) => `The password needs at least ${least} characters.`,
    too_long: (most: number) => `The password has more than ${most} characters.`,
    few_characters: 'The password has too few different characters.',
    repeated: 'The password repeats a short text: choose another.',
    keyboard_walk: 'The password is a row of keys or numbers, which is easy to guess.',
    well_known:
      'The password is made of well-known words, or of your own names: it is one of the first to be tried.',
    wrong: 'This e-mail and password don’t fit together. Check both, or choose a new password.',
    wrong_password:
      'This is not the password that this account was made with. If you don’t know it, choose a new one.',
    too_often: (wait: string) =>
      `Too many attempts. Try again in ${wait}. If you can’t wait, choose a new password by e-mail.`,
    wrong_code: 'The code is wrong, or was used already. Type the newest one in.',
    codes_too_often: (wait: string) => `Too many wrong codes. Try again in ${wait}.`,
    busy: (wait: string) => `Many people are coming in at this moment. Try again in ${wait}.`,
    seconds: (count: number) => (count === 1 ? 'a second' : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? 'a minute' : `${count} minutes`),
  },

  signIn: {
    title: 'Sign in',
    button: 'Sign in',
    passkey: 'Sign in with a passkey',
    passkeyFailed: 'The passkey did not work here. Sign in with your password.',
    or: 'or',
    forgotten: 'Forgotten your password?',
    newHere: 'New here?',
    signUp: 'Sign up',
  },
  signUp: {
    title: 'Sign up',
    lead: 'It takes a minute. Nothing is public before you say so.',
    button: 'Sign up',
    haveOne: 'You have an account?',
    signIn: 'Sign in',
  },
  closed: {
    title: 'Sign-up is closed',
    byInvitation:
      'People come in by invitation here. Ask an owner of your organisation to invite you by e-mail.',
    byOperator: 'Whoever runs this service makes new accounts. Ask them for one.',
    invitedTitle: 'You need an account first',
    invited: ({ hostName, email }: { hostName: string; email: string }) =>
      `You are invited to ${hostName}, but ${email} has no account here yet, and nobody can make one by themselves.`,
    invitedNext:
      'Ask whoever runs this service, or who has invited you, for an account with this address. Then open the link in the e-mail again.',
    signIn: 'To sign in',
  },
  mailSent: {
    title: 'Look into your e-mail',
    confirm: (email: string) => `We have sent an e-mail to ${email}. Open the link in it to go on.`,
    reset: (email: string) =>
      `If ${email} has an account, an e-mail is on its way there. Open the link in it to choose a new password.`,
    good: { confirm: 'The link is good for 24 hours.', reset: 'The link is good for 30 minutes.' },
    spam: 'Nothing there after some minutes? Look into the spam folder, and check the address above.',
    mailbox: 'This copy of Tessera sends no e-mails: they are in its own mailbox.',
    openMailbox: 'Open the mailbox',
    signIn: 'Back to sign in',
  },
  askForReset: {
    title: 'Choose a new password',
    lead: 'Write the e-mail of your account, and we send you a link.',
    button: 'Send me a link',
    signIn: 'Back to sign in',
  },
  reset: {
    title: 'Choose a new password',
    lead: (email: string) => `For the account of ${email}. Every device that is signed in now is signed out.`,
    button: 'Save the password',
  },
  confirm: {
    title: 'Confirm your e-mail',
    lead: (email: string) => `Is ${email} your address? Then your account is ready.`,
    password:
      'This is another browser than the one you signed up in, so we ask for the password that you chose there.',
    notYou: 'You did not sign up? Then close this page: nothing happens.',
    button: 'Confirm and go on',
    forgotten: 'Choose a new password instead',
  },
  invitation: {
    title: (host: string) => `Join ${host}`,
    lead: {
      owner: 'You are invited as an owner.',
      manager: 'You are invited as a manager.',
      finance: 'You are invited to look after the finances.',
      door: 'You are invited to work at the door.',
    },
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    accept: 'Accept the invitation',
    known: (email: string) => `${email} has an account here. Sign in with it, then accept.`,
    signIn: 'Sign in',
    forgotten: 'Forgotten your password?',
    join: (email: string) => `Choose a name and a password for ${email}.`,
    joinButton: 'Join',
    other: (invited: string, signedIn: string) =>
      `The invitation was sent to ${invited}, and you are signed in as ${signedIn}. Sign out, and go on as ${invited}.`,
    signOut: 'Sign out and go on',
    notYou: 'You do not know who invites you? Then close this page: nothing happens.',
  },
  secondStep: {
    title: 'Confirm that it is you',
    lead: (email: string) => `You are signing in as ${email}.`,
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    button: 'Confirm',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey did not work here. Try again, or use a code.',
    signOut: 'Sign in as somebody else',
  },
  changeEmail: {
    title: 'Use this e-mail address',
    lead: (email: string) => `From now on you sign in with ${email}.`,
    button: 'Use this address',
    notYou: 'You did not ask for this? Then close this page: nothing happens.',
  },
  deadLink: {
    title: 'This link works no more',
    why: 'It was used already, it is too old, or a newer e-mail has replaced it.',
    confirm: 'Sign in: if your e-mail still has to be confirmed, we send you another link.',
    reset: 'Ask for another one.',
    invitation: 'Ask whoever invited you for another one.',
    change_email: 'Ask for another one on your profile.',
    toProfile: 'To your profile',
    signIn: 'To sign in',
    another: 'Send me another link',
  },
  trouble: {
    too_often: { title: 'Too many requests', text: (wait: string) => `Try again in ${wait}.` },
    trouble: {
      title: 'That did not work',
      text: (_wait: string) => 'The failure is on our side. Try again in a moment.',
    },
    again: 'Back to sign in',
  },
};

export type EntranceTexts = typeof en;

const CATALOGUES: Record<EntrancePage['language'], EntranceTexts> = { en };

export const textsIn = (language: EntrancePage['language']): EntranceTexts => CATALOGUES[language];
