/** How somebody proves who they are. Dates are in ISO 8601. */
export type SecurityView = {
  /** Since when an authenticator app is a factor; null: none is. */
  totpSince: string | null;
  passkeys: { passkeyId: string; name: string; createdAt: string; lastUsedAt: string | null }[];
  recoveryCodesLeft: number;
  /** A role of the person's asks for a factor: the last one stays. */
  mustKeepOne: boolean;
  /** What a new passkey is called, unless the person says otherwise. */
  deviceName: string;
};
