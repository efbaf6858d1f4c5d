/** A host's keys. Dates are in ISO 8601. */
export type KeysView = {
  /** Those in use, newest first, then the newest of the revoked ones. */
  keys: {
    keyId: string;
    key: string;
    name: string;
    createdAt: string;
    revokedAt: string | null;
    /** To the minute. Null: never. */
    lastUsedAt: string | null;
    lastUsedMinutesAgo: number | null;
    /** The integrator's servers, as addresses or networks. */
    servers: string[];
    version: number;
  }[];
  /** Null for members who may not have it. */
  privateKey: {
    fingerprint: string;
    /** Who checks signatures by it, and has to be told of a new one. */
    receivers: { url: string; isEnabled: boolean; eventName: string }[];
    hasMoreReceivers: boolean;
  } | null;
};
