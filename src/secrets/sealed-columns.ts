import type { Purpose } from './derive-key.ts';

export type SealedColumn = {
  table: string;
  /** By which a row is found: its `id` where nothing is said. */
  idColumn?: string;
  box: string;
  sealedBy: string;
  purpose: Purpose;
};

/** Everything that is sealed under a secret key. The owner of each box is the id of its row, which may have none. */
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
  {
    table: 'people',
    box: 'totp_ciphertext',
    sealedBy: 'totp_sealed_by',
    purpose: 'authenticator-apps',
  },
  {
    table: 'waiting_rooms',
    idColumn: 'event_id',
    box: 'seed_ciphertext',
    sealedBy: 'seed_sealed_by',
    purpose: 'waiting-room-seeds',
  },
  {
    table: 'waiting_lists',
    idColumn: 'event_id',
    box: 'seed_ciphertext',
    sealedBy: 'seed_sealed_by',
    purpose: 'waiting-list-seeds',
  },
  {
    table: 'unsubscribing_keys',
    idColumn: 'host_id',
    box: 'key_ciphertext',
    sealedBy: 'key_sealed_by',
    purpose: 'unsubscribing-keys',
  },
];
