import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitAddress } from '../http/client-address.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import {
  mailLimits,
  passkeyLimits,
  passkeyQuestionLimits,
  signInLimits,
  signUpLimits,
  type AttemptLimit,
} from './attempt-limits.ts';
import { tryAttempt } from './count-attempt.ts';

const signIn = (address: string, n: number): AttemptLimit[] =>
  signInLimits({ email: `guess${n}@a.example`, address, deviceId: null });

/** The strangers' deeds at sign-in, by address; `n` counts the inputs that they try. */
const DOORS: [what: string, limitsOf: (address: string, n: number) => AttemptLimit[]][] = [
  ['signs in', signIn],
  ['signs up', signUpLimits],
  ['asks for a new password', mailLimits],
  ['shows a passkey', passkeyLimits],
  ['asks which passkey to show', passkeyQuestionLimits],
];
/** One attacker's addresses, and an honest stranger's. */
const ATTACKERS: [network: string, addressOf: (n: number) => string, stranger: string][] = [
  ['an IPv6 /48', (n) => `2001:db8:bad:${n.toString(16)}::1`, '2001:db8:900d:1::1'],
  ['an IPv4 /24', (n) => `203.0.113.${n % 256}`, '198.51.100.7'],
];
// More than were free to all strangers together, when there was such a count.
const ATTEMPTS = 4_000;
// So many refusals in a row, from other addresses each, and the network is used up.
const SPENT = 300;

for (const [what, limitsOf] of DOORS)
  for (const [network, addressOf, stranger] of ATTACKERS)
    test(`${network} that tries all it can is stopped, and a stranger from elsewhere ${what}`, async (t) => {
      const { database, drop } = await createTestDatabase();
      t.after(drop);
      let [taken, refused] = [0, 0];
      for (let n = 0; n < ATTEMPTS && refused < SPENT; n++) {
        const isTaken = await tryAttempt(database, limitsOf(limitAddress(addressOf(n)), n));
        if (isTaken) [taken, refused] = [taken + 1, 0];
        else refused += 1;
      }
      assert.equal(refused, SPENT, `it is never stopped: ${taken} of ${ATTEMPTS} were taken`);
      assert.equal(await tryAttempt(database, limitsOf(limitAddress(stranger), ATTEMPTS)), true);
    });

test('a browser that is known is counted by itself, whatever its network has done', () => {
  const limits = signInLimits({ email: 'ada@a.example', address: '203.0.113.7', deviceId: 'd' });
  assert.deepEqual(
    limits.map(({ name }) => name),
    ['device d'],
  );
});

test('every count names an account, an address or its network: none is everybody’s', () => {
  for (const [what, limitsOf] of DOORS)
    for (const { name } of limitsOf('2001:db8:1:2::/64', 1))
      assert.match(name, / from 2001:db8:1(:2)?::\/(64|48)$|^account \S+/, what);
});
