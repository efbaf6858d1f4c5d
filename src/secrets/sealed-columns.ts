import type { Purpose } from './derive-key.ts';

export type SealedColumn = { table: string; box: string; sealedBy: string; purpose: Purpose };

/** Everything that is sealed under a secret key. The owner of each box is the id of its row. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'hosts',
    box: 'private_key_ciphertext',
    sealedBy: 'private_key_sealed_by',
    purpose: 'private-keys',
  },
  {
    table: 'payment_accounts',
    box: 'credentials_ciphertext',
    sealedBy: 'credentials_sealed_by',
    purpose: 'payment-credentials',
  },
];
