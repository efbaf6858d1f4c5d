import type { Lane } from '../attempts/attempt-lanes.ts';

const WAITS = { firstWaitSeconds: 5, longestWaitSeconds: 60, isClearedBySuccess: false };

/** Each test is a request to somebody's server: enough to mend a receiver, and too few to flood one. */
export const testLane = (hostId: string): Lane => ({
  name: `webhook tests of ${hostId}`,
  free: 30,
  ...WAITS,
});

/** Each looks a name up, and the answer says whether it is a private one: not a way to go through a list of names. */
export const newReceiverLane = (hostId: string): Lane => ({
  name: `new receivers of ${hostId}`,
  free: 30,
  ...WAITS,
});
