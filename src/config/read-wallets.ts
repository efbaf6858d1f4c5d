import { readFileSync } from 'node:fs';
import { readAppleCredentials } from '../wallets/apple/read-apple-credentials.ts';
import { readGoogleCredentials } from '../wallets/google/read-google-credentials.ts';
import { WalletMistake } from '../wallets/wallet-mistake.ts';
import type { WalletSettings } from '../wallets/wallets.ts';
import { ConfigError } from './config-error.ts';

type Given = {
  applePassFile: string | null;
  applePushUrl: string;
  googleWalletFile: string | null;
  googleIssuerId: string | null;
  googleUrl: string;
  googleTokenUrl: string;
};

/** The contents of the operator's files. They are read once: a new certificate is taken with a restart. */
export function readWallets(given: Given): WalletSettings {
  const { applePassFile, googleWalletFile, googleIssuerId } = given;
  if ((googleWalletFile === null) !== (googleIssuerId === null))
    throw new ConfigError('GOOGLE_WALLET_FILE must be given with GOOGLE_WALLET_ISSUER_ID: set both.');
  return {
    apple: applePassFile === null ? null : readOrTell('APPLE_PASS_FILE', applePassFile, readAppleCredentials),
    applePushUrl: given.applePushUrl,
    google:
      googleWalletFile === null || googleIssuerId === null
        ? null
        : readOrTell('GOOGLE_WALLET_FILE', googleWalletFile, (text) =>
            readGoogleCredentials(text, googleIssuerId),
          ),
    googleUrl: given.googleUrl,
    googleTokenUrl: given.googleTokenUrl,
  };
}

function readOrTell<T>(name: string, file: string, read: (text: string) => T): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${name} must be a file that can be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    );
  }
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof WalletMistake)) throw error;
    throw new ConfigError(`${name} must be a file that can be used: ${error.message}.`);
  }
}
