import type { Config, Role } from '../config/config.ts';
import { receiverOf } from '../webhooks/delivery/guard.ts';
import type { AppConfig } from './app-config.ts';

/** The address of the sandbox and the demo shop: this process, unless it is a worker only. */
export const sandboxAddress = (config: Config, role: Role): string =>
  role === 'worker' ? config.publicUrl : ownAddress(config);

/** This process's own address: it calls the sandbox like an outside gateway. */
export function ownAddress({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The receivers of webhooks that need no HTTPS and no public address. The demo's site is one on this very machine. */
export const allowedReceivers = (config: AppConfig, role: Role): string[] => [
  ...config.webhookAllow,
  ...(config.seedsDemo ? [receiverOf(new URL(sandboxAddress(config, role)))] : []),
];
