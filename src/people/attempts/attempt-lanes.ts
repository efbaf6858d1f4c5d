import { createHash } from 'node:crypto';

/** A count of attempts, and what it allows. */
export type Lane = {
  name: string;
  /** So many at once cost no wait. */
  free: number;
  /** The first wait after that. Each further attempt doubles it, up to the longest. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** Whoever succeeds has shown that these attempts were their own. */
  isClearedBySuccess: boolean;
};

const A_MINUTE = 60;
const AN_HOUR = 60 * A_MINUTE;

/** In the database an e-mail that nobody has an account with is not to be read. */
const nameOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

/**
 * Guessing a password. A stranger is counted three times: with this account from this address, which is where somebody who has
 * forgotten it types; with this account from anywhere, against guesses from many addresses; and from this address with any
 * account, against one password tried on all of them. And all strangers together.
 *
 * A browser that has signed in to the account before is counted by itself and by nothing else: no stranger's guesses make its
 * owner wait.
 */
export function signInLanes(input: { email: string; address: string; deviceId: string | null }): Lane[] {
  const account = nameOf(input.email);
  const waits = { firstWaitSeconds: 5, longestWaitSeconds: 15 * A_MINUTE, isClearedBySuccess: false };
  const own = { ...waits, isClearedBySuccess: true };
  if (input.deviceId !== null) return [{ name: `device ${input.deviceId}`, free: 8, ...own }];
  return [
    { name: `account ${account} from ${input.address}`, free: 5, ...own },
    { name: `account ${account}`, free: 50, ...waits },
    // Thousands of phones may share the address of their mobile network.
    { name: `sign-in from ${input.address}`, free: 100, ...waits },
    // Never long: it is everybody's who has a new browser.
    { name: 'sign-in', free: 2_000, firstWaitSeconds: 1, longestWaitSeconds: 5, isClearedBySuccess: false },
  ];
}

const FEW = { free: 10, firstWaitSeconds: A_MINUTE, longestWaitSeconds: AN_HOUR, isClearedBySuccess: false };
const MANY = { firstWaitSeconds: 5, longestWaitSeconds: A_MINUTE, isClearedBySuccess: false };

/** Every sign-up hashes a password, makes a host and sends a mail. */
export const signUpLanes = (address: string): Lane[] => [
  { name: `sign-up from ${address}`, ...FEW },
  { name: 'sign-up', free: 300, ...MANY },
];

/** Asking for a mail with a link, from one address and in all. */
export const mailLanes = (address: string): Lane[] => [
  { name: `mail from ${address}`, ...FEW },
  { name: 'mail', free: 600, ...MANY },
];

/** Asking for another e-mail address, each time a mail to somebody who may never have heard of us. */
export const newEmailLane = (personId: string): Lane => ({ ...FEW, name: `new e-mail of ${personId}` });

/**
 * A passkey can't be guessed. But each that is not accepted leaves a line in the log, which is kept: from one address and in all
 * there are not so many that somebody fills it.
 */
export const passkeyLanes = (address: string): Lane[] => [
  { name: `passkey from ${address}`, free: 100, ...MANY },
  { name: 'passkey', free: 2_000, firstWaitSeconds: 1, longestWaitSeconds: 5, isClearedBySuccess: false },
];

/** Mails with a link to one person, whoever asks: nobody's mailbox is filled, and a link lives long enough to be pressed. */
export const mailToPersonLane = (email: string): Lane => ({
  ...FEW,
  name: `mail to ${nameOf(email)}`,
  free: 3,
  firstWaitSeconds: 10 * A_MINUTE,
});
