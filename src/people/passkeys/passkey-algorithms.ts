/** EdDSA, ES256, RS256: one of them is in every authenticator. Newer ones are experimental in Node. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];
