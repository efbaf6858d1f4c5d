import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { makePrivateKey } from './private-key.ts';
import { createPublicKey } from './public-keys.ts';

export type NewHost = {
  name: string;
  country: Country;
  email: string;
  passwordHash: string;
  feeBasisPoints: number;
  feeFlatMinor: number;
  feeCapMinor: number | null;
  feesAbsorbed: boolean;
};

/** A host with its account, one public key and its private key. Only this answer has the keys in plain text. */
export async function createHost(
  tx: Transaction,
  secretKeys: SecretKeys,
  host: NewHost,
): Promise<{ hostId: string; keyId: string; publicKey: string; privateKey: string }> {
  const hostId = randomUUIDv7();
  const { privateKey, sealed } = makePrivateKey(secretKeys, hostId);
  await tx.query(
    `INSERT INTO hosts (id, name, country, fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed,
                        private_key_ciphertext, private_key_sealed_by, private_key_sha256)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      hostId,
      host.name,
      host.country,
      host.feeBasisPoints,
      host.feeFlatMinor,
      host.feeCapMinor,
      host.feesAbsorbed,
      sealed.ciphertext,
      sealed.sealedBy,
      sealed.sha256,
    ],
  );
  await tx.query('INSERT INTO accounts (id, host_id, email, password_hash) VALUES ($1, $2, $3, $4)', [
    randomUUIDv7(),
    hostId,
    host.email,
    host.passwordHash,
  ]);
  const { keyId, publicKey } = await createPublicKey(tx, { hostId, name: 'First key' });
  return { hostId, keyId, publicKey, privateKey };
}
