import type { AttemptLimit } from '../attempts/attempt-limits.ts';

const WAITS = { firstWaitSeconds: 5, longestWaitSeconds: 60, isClearedBySuccess: false };

/** Each test is a request to somebody's server: enough to mend a receiver, and too few to flood one. */
export const testLimit = (hostId: string): AttemptLimit => ({
  name: `webhook tests of ${hostId}`,
  free: 30,
  ...WAITS,
});

/** Each looks a name up, and the answer says whether it is a private one: not a way to go through a list of names. */
export const newReceiverLimit = (hostId: string): AttemptLimit => ({
  name: `new receivers of ${hostId}`,
  free: 30,
  ...WAITS,
});
