import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { createPerson } from '../people/create-person.ts';
import { makePrivateKey } from './keys/private-key.ts';
import { addMember } from './members/add-member.ts';
import { createPublicKey } from './keys/public-keys.ts';

export type NewHost = {
  name: string;
  country: Country;
  email: string;
  ownerName?: string;
  passwordHash: string;
  /** Of the owner. Nothing of the host is public before. */
  isEmailConfirmed: boolean;
  feeBasisPoints: number;
  feeFlatMinor: number;
  feeCapMinor: number | null;
  feesAbsorbed: boolean;
};

// The operator sets what a host pays (`tessera hosts fees`); until then it pays nothing.
export const FEES_OF_NEW_HOSTS = {
  feeBasisPoints: 0,
  feeFlatMinor: 0,
  feeCapMinor: null,
  feesAbsorbed: false,
};

type MadeHost = { hostId: string; personId: string; keyId: string; publicKey: string; privateKey: string };

/** A host with its owner, one public key and its private key. Only this answer has the keys in plain text. */
export async function createHost(
  tx: Transaction,
  secretKeys: SecretKeys,
  { email, ownerName = '', passwordHash, ...host }: NewHost & { actor: Actor },
): Promise<MadeHost> {
  const { isEmailConfirmed } = host;
  const personId = await createPerson(tx, { email, name: ownerName, passwordHash, isEmailConfirmed });
  return createHostOf(tx, secretKeys, { ...host, personId });
}

/** The same, for a person who is there already. */
export async function createHostOf(
  tx: Transaction,
  secretKeys: SecretKeys,
  {
    actor,
    personId,
    ...host
  }: Omit<NewHost, 'email' | 'ownerName' | 'passwordHash'> & { actor: Actor; personId: string },
): Promise<MadeHost> {
  const hostId = randomUUIDv7();
  const { privateKey, sealed } = makePrivateKey(secretKeys, hostId);
  await tx.query(
    `INSERT INTO hosts (id, name, country, fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed,
                        private_key_ciphertext, private_key_sealed_by, private_key_sha256, confirmed_at, made_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $11 THEN now() END, $12)`,
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
      host.isEmailConfirmed,
      // The operator answers for the others.
      actor.kind === 'member' || actor.kind === 'stranger' ? personId : null,
    ],
  );
  const { name, country } = host;
  await recordChange(tx, {
    hostId,
    actor,
    action: 'host.create',
    subject: { id: hostId, name },
    after: { name, country },
  });
  await addMember(tx, { hostId, actor, personId, role: 'owner' });
  const { keyId, publicKey } = await createPublicKey(tx, { hostId, actor, name: 'First key' });
  return { hostId, personId, keyId, publicKey, privateKey };
}
