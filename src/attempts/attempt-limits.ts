import { createHash } from 'node:crypto';
import { networksOf } from '../http/client-address.ts';

/** A count of attempts, and what it allows. */
export type AttemptLimit = {
  name: string;
  /** So many at once cost no wait. */
  free: number;
  /** The first wait after that. Each further attempt doubles it, up to the longest. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** A success shows that these attempts were the person's own. */
  isClearedBySuccess: boolean;
};

const A_MINUTE = 60;
const AN_HOUR = 60 * A_MINUTE;

const FEW = { free: 10, firstWaitSeconds: A_MINUTE, longestWaitSeconds: AN_HOUR, isClearedBySuccess: false };
const MANY = { firstWaitSeconds: 5, longestWaitSeconds: A_MINUTE, isClearedBySuccess: false };

/** In the database an e-mail that nobody has an account with is not to be read. */
const nameOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

// Neighbours in a /24 are many customers of one provider, or one who has rented it.
const IPV4_FACTOR = 16;

function ipv4Neighbours(address: string): { network: string; factor: number }[] {
  const [, block] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? [];
  return block === undefined ? [] : [{ network: `${block}.0/24`, factor: IPV4_FACTOR }];
}

/**
 * From this address, and from the networks around it, which have more at once and never wait long: others live there too. There is no
 * count of all strangers together: whoever fills it, from one network, would keep everybody else out.
 */
function networkLimits(what: string, address: string, limit: Omit<AttemptLimit, 'name'>): AttemptLimit[] {
  return [...networksOf(address), ...ipv4Neighbours(address)].map(({ network, factor }) => ({
    ...limit,
    ...(factor > 1 && MANY),
    name: `${what} from ${network}`,
    free: limit.free * factor,
  }));
}

/**
 * Guessing a password. A stranger is counted three times: with this account from this address, which is where somebody who has
 * forgotten it types; with this account from anywhere, against guesses from many addresses; and from this address and its network with
 * any account, against one password tried on all of them.
 *
 * A browser that has signed in to the account before is counted by itself and by nothing else: no stranger's guesses make its
 * owner wait.
 */
export function signInLimits(input: {
  email: string;
  address: string;
  deviceId: string | null;
}): AttemptLimit[] {
  const account = nameOf(input.email);
  const waits = { firstWaitSeconds: 5, longestWaitSeconds: 15 * A_MINUTE, isClearedBySuccess: false };
  const own = { ...waits, isClearedBySuccess: true };
  if (input.deviceId !== null) return [{ name: `device ${input.deviceId}`, free: 8, ...own }];
  return [
    { name: `account ${account} from ${input.address}`, free: 5, ...own },
    { name: `account ${account}`, free: 50, ...waits },
    // Thousands of phones may share the address of their mobile network.
    ...networkLimits('sign-in', input.address, { free: 100, ...waits }),
  ];
}

/** Every sign-up hashes a password, makes a host and sends a mail. */
export const signUpLimits = (address: string): AttemptLimit[] => networkLimits('sign-up', address, FEW);

/** Asking for a mail with a link. */
export const mailLimits = (address: string): AttemptLimit[] => networkLimits('mail', address, FEW);

/** Asking to be reminded of a cart: a mail to whoever is typed in. */
export const leftCartLimits = (address: string): AttemptLimit[] =>
  networkLimits('left cart', address, { ...FEW, free: 30 });

/** Asking for another e-mail address, each time a mail to somebody who may never have heard of us. */
export const newEmailLimit = (personId: string): AttemptLimit => ({
  ...FEW,
  name: `new e-mail of ${personId}`,
});

/** A passkey can't be guessed. But each that is not accepted leaves a line in the log, which is kept. */
export const passkeyLimits = (address: string): AttemptLimit[] =>
  networkLimits('passkey', address, { free: 100, ...MANY });

/** Asking what to sign writes a row, and anybody may ask. */
export const passkeyQuestionLimits = (address: string): AttemptLimit[] =>
  networkLimits('passkey question', address, { free: 200, ...MANY });

/** Mails with a link to one person, whoever asks: nobody's mailbox is filled, and a link lives long enough to be pressed. */
export const mailToPersonLimit = (email: string): AttemptLimit => ({
  ...FEW,
  name: `mail to ${nameOf(email)}`,
  free: 3,
  firstWaitSeconds: 10 * A_MINUTE,
});

/** Links that confirm an address for waiting rooms, of whichever event: a few for who mistypes or finds none, and no flood. */
export const mailToRoomLimit = (email: string): AttemptLimit => ({
  ...FEW,
  name: `room mail to ${nameOf(email)}`,
  free: 4,
  firstWaitSeconds: 10 * A_MINUTE,
});

/** Links of waiting lists, of whichever event: for a few ticket types at once, and no flood. */
export const mailToListLimit = (email: string): AttemptLimit => ({
  ...FEW,
  name: `list mail to ${nameOf(email)}`,
  free: 6,
  firstWaitSeconds: 10 * A_MINUTE,
});

/** The same from one network, in which many may live. */
export const listMailLimits = (address: string): AttemptLimit[] =>
  networkLimits('list mail', address, { free: 30, ...MANY });

/** Tickets that buyers give to one address: nobody's mailbox is filled, whichever orders they are of. */
export const holderMailLimit = (email: string): AttemptLimit => ({
  ...FEW,
  name: `ticket to ${nameOf(email.toLowerCase())}`,
  firstWaitSeconds: 10 * A_MINUTE,
});

/** Links that confirm a return, to the address of an order: whoever orders in a stranger's name sends that stranger few of them. */
export const returnMailLimit = (email: string): AttemptLimit => ({
  ...FEW,
  name: `return mail to ${nameOf(email.toLowerCase())}`,
  firstWaitSeconds: 10 * A_MINUTE,
});

/**
 * Prompts of M-Pesa ring on a phone: whoever knows a number must not pester its owner with it, through one order or many. Nor does a phone take the
 * next one within two minutes.
 */
export const mpesaPromptLimits = (asked: {
  phone: string;
  reference: string;
  address: string;
}): AttemptLimit[] => [
  { ...FEW, name: `prompts to ${nameOf(asked.phone)}`, free: 2, firstWaitSeconds: 2 * A_MINUTE },
  { ...FEW, name: `prompts of ${asked.reference}`, free: 4, firstWaitSeconds: 2 * A_MINUTE },
  ...networkLimits('prompts', asked.address, { ...FEW, free: 20 }),
];
