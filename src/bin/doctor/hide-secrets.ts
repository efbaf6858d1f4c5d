import type { Config } from '../../config/config.ts';

const SHORTEST = 4;

/** Takes the secrets of the settings out of a text, should another program's words quote one. */
export function createHideSecrets(config: Config): (text: string) => string {
  const { databaseUrl, redisUrl, smtpUrl, rabbitUrls, optionalUrls, mediaBucket } = config;
  const urls = [databaseUrl, redisUrl, smtpUrl, ...(rabbitUrls ?? []), ...Object.values(optionalUrls)];
  const keys = [config.secretKey, ...config.acceptedSecretKeys].flatMap((key) => key?.toString('hex') ?? []);
  const secrets = [
    ...keys,
    ...urls.flatMap((url) => passwordsIn(url ?? '')),
    mediaBucket?.credentials.secretAccessKey ?? '',
  ]
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length);
  return (text) =>
    secrets.reduce(
      (shown, secret) => shown.replaceAll(secret, '***'),
      text.replace(/\/\/[^@\s/]*@/g, '//***@'),
    );
}

/** As it is written in the URL, and as it is meant: of sentinels it may be in the query too. */
function passwordsIn(url: string): string[] {
  const written = [/^[^:]+:\/\/[^:@/]*:([^@/]*)@/.exec(url)?.[1], /[?&]\w*password=([^&#]*)/i.exec(url)?.[1]];
  return written.flatMap((text) => (text === undefined ? [] : [text, decoded(text)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
