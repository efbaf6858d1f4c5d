/** Loaded when somebody has to do with a passkey for the first time: its certificates' parsers take longer than the rest of a start. */
export const loadWebAuthn = (): Promise<typeof import('@simplewebauthn/server')> =>
  import('@simplewebauthn/server');
