import ipaddr from 'ipaddr.js';

/** Describes a good SMTP_URL, for errors about it. */
export const SMTP_URL_TAKES = 'a URL that begins with smtp:// or smtps://';

type Deployment = {
  /** Undefined: not said. */
  environment: 'development' | 'production' | undefined;
  databaseUrl: string | null;
  host: string;
  /** By the names of their settings. */
  urls: { PUBLIC_URL: string; CHECKOUT_URL: string; DASHBOARD_URL: string; PAYMENT_FRAME_URL?: string };
  allowsHttp: boolean;
  smtpUrl: string | null;
  webhookAllow: string[];
  demo: 'on' | 'off' | undefined;
};

/**
 * Finds the mistake in settings that are good one by one, in one line; null: none. Development sells through the sandbox and shows
 * everybody's e-mails: if others can reach the program, it must be asked for explicitly.
 */
export function deploymentMistake(asked: Deployment): string | null {
  if (asked.environment === undefined) {
    const reason = exposure(asked);
    return reason && `ENVIRONMENT is required where ${reason}: set it to production or development.`;
  }
  return asked.environment === 'production' ? productionMistake(asked) : null;
}

function exposure({ databaseUrl, host, urls }: Deployment): string | null {
  if (databaseUrl) return 'DATABASE_URL is set';
  if (!isThisMachine(host)) return 'HOST is not loopback';
  const elsewhere = Object.entries(urls).find(([, url]) => !isThisMachine(new URL(url).hostname))?.[0];
  return elsewhere ? `${elsewhere} is not localhost` : null;
}

function productionMistake({ urls, allowsHttp, smtpUrl, webhookAllow, demo }: Deployment): string | null {
  if (!smtpUrl) return `SMTP_URL is required in production: set it to ${SMTP_URL_TAKES}.`;
  if (webhookAllow.length > 0) return 'WEBHOOK_ALLOW is for development and tests: unset it in production.';
  if (demo === 'on') return 'DEMO is for development and tests: unset it in production.';
  const plain = Object.entries(urls).find(([, url]) => !isHttps(url))?.[0];
  if (plain && !allowsHttp) {
    return `${plain} must begin with https:// in production, or ALLOW_HTTP must be on: tickets and buyers' names would travel in the open.`;
  }
  return null;
}

/** By its protocol, which may be written in capitals. */
export const isHttps = (url: string): boolean => new URL(url).protocol === 'https:';

function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (/^(.+\.)?localhost$/.test(name)) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}
