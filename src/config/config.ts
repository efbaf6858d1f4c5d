import type { BucketSettings } from '../media/bucket.ts';
import type { AccountGateway } from '../rules/gateway-accounts.ts';
import type { WalletSettings } from '../wallets/wallets.ts';

/** The work of a process: it answers requests (`web`), does jobs (`worker`), or both. */
export const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type Config = {
  port: number;
  host: string;
  maxConnections: number;
  /** 0: no balancer has to notice that the process is told to stop. */
  drainSeconds: number;
  /** Null: no metrics are told. */
  metricsPort: number | null;
  metricsHost: string;
  dataDir: string;
  /** Null: a folder in `dataDir`. */
  mediaBucket: BucketSettings | null;
  databaseUrl: string | null;
  databasePoolSize: number;
  redisUrl: string | null;
  /** Null: no event stream. */
  rabbitUrls: string[] | null;
  /** Asked by the health report, and needed for nothing. */
  optionalUrls: { opensearch: string | null; neo4j: string | null; mongodb: string | null };
  publicUrl: string;
  baseUrl: string;
  checkoutUrl: string;
  dashboardUrl: string;
  /** The origin of gateways' scripts; null: buyers pay in a tab. */
  paymentFrameUrl: string | null;
  /** Null: the front page that comes along. */
  homeUrl: string | null;
  trustedProxies: string[];
  rateLimitPerKey: number;
  rateLimitPerAddress: number;
  holdLimitPerAddress: number;
  hostMailsPerDay: number;
  messageMailsPerSecond: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Null: the embedded mode makes one and keeps it in its data folder. */
  secretKey: Buffer | null;
  acceptedSecretKeys: Buffer[];
  isProduction: boolean;
  /** Whether browsers are told to come by https only. */
  sendsHsts: boolean;
  paymentWindowMinutes: number;
  /** Null: the built-in mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  hasStatusPage: boolean;
  signUp: 'open' | 'invited' | 'closed';
  /** `host:port`, in lower case. */
  webhookAllow: string[];
  gatewayUrls: Record<AccountGateway, string>;
  wallets: WalletSettings;
  seedsDemo: boolean;
  /** Names this process in request ids and in leases of jobs. */
  processId: string;
};
