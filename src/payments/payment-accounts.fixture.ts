import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { OPERATOR } from '../audit/actor.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { createHost } from '../hosts/create-host.ts';
import { addPaymentAccount, type PaymentAccount } from './payment-accounts.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';

/** A database for hosts and the accounts that take their payments. */
export async function openAccounts() {
  const { database, drop } = await createTestDatabase();
  test.after(drop);
  const secretKeys = createSecretKeys(randomBytes(32));
  let count = 0;
  return {
    database,
    secretKeys,
    async makeHost(): Promise<string> {
      count += 1;
      const { hostId } = await database.transaction((tx) =>
        createHost(tx, secretKeys, {
          name: 'A host',
          country: 'NIGERIA',
          email: `host-${count}@test.example`,
          passwordHash: 'none',
          isEmailConfirmed: true,
          actor: OPERATOR,
          feeBasisPoints: 0,
          feeFlatMinor: 0,
          feeCapMinor: null,
          feesAbsorbed: false,
        }),
      );
      return hostId;
    },
    add: (hostId: string, account: PaymentAccount, currency = 'NGN') =>
      database.transaction((tx) =>
        addPaymentAccount(
          tx,
          { secretKeys, refusesTestCredentials: false },
          { hostId, currency, ...account },
        ),
      ),
  };
}
