import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { BucketSettings } from '../media/bucket.ts';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { deploymentMistake, isHttps } from './deployment-mistake.ts';
import { ACCOUNT_GATEWAYS, urlSettingOf } from '../rules/gateway-accounts.ts';
import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import { readWallets } from './read-wallets.ts';
import { SETTINGS } from './settings.ts';

/** Reads the settings and looks whether they fit together. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = createReader(environment);
  const port = read('PORT') ?? 3000;
  const publicUrl = read('PUBLIC_URL') ?? `http://localhost:${port}`;
  const databaseUrl = read('DATABASE_URL') ?? null;
  const secret = read('SECRET_KEY') ?? null;
  const environmentName = read('ENVIRONMENT');
  const isProduction = environmentName === 'production';
  const host = read('HOST') ?? '127.0.0.1';
  const checkoutUrl = read('CHECKOUT_URL') ?? `${publicUrl}/checkout`;
  const dashboardUrl = read('DASHBOARD_URL') ?? `${publicUrl}/dashboard`;
  const paymentFrameUrl = readFrameUrl(read, { ours: [publicUrl, checkoutUrl, dashboardUrl], isProduction });
  const homeUrl = readHomeUrl(read, publicUrl);
  const smtpUrl = read('SMTP_URL') ?? null;
  const webhookAllow = read('WEBHOOK_ALLOW') ?? [];
  const demo = read('DEMO');
  const mistake = deploymentMistake({
    environment: environmentName,
    databaseUrl,
    host,
    urls: namedUrls({ publicUrl, checkoutUrl, dashboardUrl, paymentFrameUrl }),
    allowsHttp: read('ALLOW_HTTP') === 'on',
    smtpUrl,
    webhookAllow,
    demo,
  });
  if (mistake) throw new ConfigError(mistake);
  const metricsPort = readMetricsPort(read, port);
  if (databaseUrl && !secret) {
    throw new ConfigError(
      `SECRET_KEY is required with DATABASE_URL: set it to ${SETTINGS.SECRET_KEY.takes}.`,
    );
  }
  return {
    port,
    host,
    mediaBucket: readBucket(read),
    maxConnections: read('MAX_CONNECTIONS') ?? 10_000,
    drainSeconds: read('DRAIN_SECONDS') ?? (isProduction ? 5 : 0),
    metricsPort,
    metricsHost: read('METRICS_HOST') ?? '127.0.0.1',
    dataDir: read('DATA_DIR') ?? path.resolve('.tessera'),
    databaseUrl,
    databasePoolSize: read('DATABASE_POOL_SIZE') ?? 10,
    redisUrl: read('REDIS_URL') ?? null,
    rabbitUrls: read('RABBITMQ_URL') ?? null,
    optionalUrls: readOptionalUrls(read),
    publicUrl,
    baseUrl: `${publicUrl}/api/v1`,
    checkoutUrl,
    dashboardUrl,
    paymentFrameUrl,
    homeUrl,
    trustedProxies: read('TRUST_PROXY') ?? [],
    ...readLimits(read),
    logLevel: read('LOG_LEVEL') ?? 'info',
    secretKey: secret,
    acceptedSecretKeys: read('ACCEPTED_SECRET_KEYS') ?? [],
    isProduction,
    sendsHsts:
      isProduction && [publicUrl, checkoutUrl, dashboardUrl, paymentFrameUrl ?? publicUrl].every(isHttps),
    paymentWindowMinutes: read('PAYMENT_WINDOW_MINUTES') ?? 30,
    smtpUrl,
    mailFrom: read('MAIL_FROM') ?? 'Tessera <tickets@localhost>',
    hasStatusPage: read('STATUS_PAGE') === 'on',
    signUp: read('SIGN_UP') ?? (isProduction ? 'closed' : 'open'),
    webhookAllow,
    gatewayUrls: readGatewayUrls(read, isProduction),
    wallets: readWalletFiles(read),
    seedsDemo: (demo ?? (databaseUrl || isProduction ? 'off' : 'on')) === 'on',
    processId: randomUUID().slice(0, 8),
  };
}

type Settings = typeof SETTINGS;

function createReader(environment: Record<string, string | undefined>) {
  return <Name extends keyof Settings>(name: Name): ReturnType<Settings[Name]['parse']> | undefined => {
    const { takes, parse }: { takes: string; parse: (text: string) => unknown } = SETTINGS[name];
    // Quotes are for the shell that reads a file of settings; `docker run --env-file` passes them on.
    const text = environment[name]?.trim().replace(/^(['"])(.*)\1$/, '$2');
    if (!text) return undefined;
    const value = parse(text) as ReturnType<Settings[Name]['parse']> | undefined;
    // The value itself stays out of the message where it could be a secret.
    if (value === undefined) throw new ConfigError(`${name} must be ${takes}${shown(name, text)}.`);
    return value;
  };
}

type Read = ReturnType<typeof createReader>;

function readHomeUrl(read: Read, publicUrl: string): string | null {
  const homeUrl = read('HOME_URL') ?? null;
  if (homeUrl !== publicUrl) return homeUrl;
  throw new ConfigError('HOME_URL must differ from PUBLIC_URL, which sends visitors there.');
}

/** By the names of their settings. */
const namedUrls = (urls: Pick<Config, 'publicUrl' | 'checkoutUrl' | 'dashboardUrl' | 'paymentFrameUrl'>) => ({
  PUBLIC_URL: urls.publicUrl,
  CHECKOUT_URL: urls.checkoutUrl,
  DASHBOARD_URL: urls.dashboardUrl,
  ...(urls.paymentFrameUrl !== null && { PAYMENT_FRAME_URL: urls.paymentFrameUrl }),
});

const readLimits = (read: Read) => ({
  rateLimitPerKey: read('RATE_LIMIT_PER_KEY') ?? 60_000,
  rateLimitPerAddress: read('RATE_LIMIT_PER_ADDRESS') ?? 3_000,
  holdLimitPerAddress: read('HOLD_LIMIT_PER_ADDRESS') ?? 200,
  hostMailsPerDay: read('HOST_MAILS_PER_DAY') ?? 2_000,
  messageMailsPerSecond: read('MESSAGE_MAILS_PER_SECOND') ?? 10,
});

function readMetricsPort(read: Read, port: number): number | null {
  const metricsPort = read('METRICS_PORT') ?? null;
  if (metricsPort !== port) return metricsPort;
  throw new ConfigError('METRICS_PORT must be another port than PORT, which is public.');
}

/** Another origin than all others of ours; in production by its host name, since cookies know no ports. */
function readFrameUrl(
  read: Read,
  { ours, isProduction }: { ours: string[]; isProduction: boolean },
): string | null {
  const frameUrl = read('PAYMENT_FRAME_URL') ?? null;
  const partOf = (address: string): string => new URL(address)[isProduction ? 'hostname' : 'origin'];
  if (frameUrl === null || !ours.some((address) => partOf(address) === partOf(frameUrl))) return frameUrl;
  throw new ConfigError(
    `PAYMENT_FRAME_URL must be another ${isProduction ? 'host name' : 'origin'} than PUBLIC_URL, CHECKOUT_URL and DASHBOARD_URL: gateways' scripts run there.`,
  );
}

const readOptionalUrls = (read: Read): Config['optionalUrls'] => ({
  opensearch: read('OPENSEARCH_URL') ?? null,
  neo4j: read('NEO4J_URL') ?? null,
  mongodb: read('MONGODB_URL') ?? null,
});

function readGatewayUrls(read: Read, isProduction: boolean): Config['gatewayUrls'] {
  const urls = ACCOUNT_GATEWAYS.map((gateway) => {
    const { url, testUrl = url } = GATEWAYS[gateway];
    const chosen = read(urlSettingOf(gateway)) ?? (isProduction ? url : testUrl);
    if (isProduction && chosen === testUrl && testUrl !== url)
      throw new ConfigError(`${urlSettingOf(gateway)} is where nobody pays money: unset it in production.`);
    return [gateway, chosen];
  });
  return Object.fromEntries(urls) as Config['gatewayUrls'];
}

const readWalletFiles = (read: Read): Config['wallets'] =>
  readWallets({
    applePassFile: read('APPLE_PASS_FILE') ?? null,
    applePushUrl: read('APPLE_PUSH_URL') ?? 'https://api.push.apple.com',
    googleWalletFile: read('GOOGLE_WALLET_FILE') ?? null,
    googleIssuerId: read('GOOGLE_WALLET_ISSUER_ID') ?? null,
    googleUrl: read('GOOGLE_WALLET_URL') ?? 'https://walletobjects.googleapis.com',
    googleTokenUrl: read('GOOGLE_TOKEN_URL') ?? 'https://oauth2.googleapis.com/token',
  });

function readBucket(read: Read): BucketSettings | null {
  const place = read('MEDIA_URL');
  const accessKeyId = read('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY');
  if (!place) return null;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with MEDIA_URL: set both.',
    );
  }
  return { ...place, credentials: { accessKeyId, secretAccessKey } };
}

function shown(name: string, text: string): string {
  // An at sign: a URL with a password in it.
  const maySecrets =
    /SECRET_KEY|^AWS_|^(DATABASE|REDIS|RABBITMQ|OPENSEARCH|NEO4J|MONGODB|SMTP)_URL$/.test(name) ||
    text.includes('@');
  return maySecrets ? '' : `, not ${JSON.stringify(text.slice(0, 60))}`;
}
