/** A host's keys. Dates are in ISO 8601. */
export type KeysView = {
  keys: { keyId: string; key: string; name: string; createdAt: string; revokedAt: string | null }[];
};
