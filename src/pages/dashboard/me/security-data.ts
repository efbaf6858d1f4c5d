/** The person's second factors. Dates are in ISO 8601. */
export type SecurityView = {
  /** The time when an authenticator app was set up, or null. */
  totpSince: string | null;
  passkeys: { passkeyId: string; name: string; createdAt: string; lastUsedAt: string | null }[];
  recoveryCodesLeft: number;
  /** A role of the person's asks for a factor: the last one stays. */
  mustKeepOne: boolean;
  /** The suggested name of a new passkey. */
  deviceName: string;
};
