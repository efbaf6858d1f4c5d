import type { Database } from '../../../db/database.ts';
import type { KeyUses } from '../../../hosts/keys/key-uses.ts';
import type { MediaStore } from '../../../media/media-store.ts';
import type { Logger } from '../../../log/logger.ts';
import type { PictureQueue } from '../../../media/picture-queue.ts';
import type { OrderEngine } from '../../../orders/order-engine.ts';
import type { SendPage } from '../../serving/send-page.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { Guard } from '../../../webhooks/delivery/guard.ts';
import type { Change } from './change.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { PlanTurns } from '../seating-plans/server/plan-turns.ts';

/** The pages of the dashboard work with these. Each takes the ones that it needs. */
export type DashboardDeps = {
  database: Database;
  secretKeys: SecretKeys;
  keyUses: KeyUses;
  gateways: Gateways;
  orders: OrderEngine;
  /** Where webhooks may be sent. */
  guard: Guard;
  /** Takes payments where no account does. */
  hasSandbox: boolean;
  /** Where gateways reach us. */
  publicUrl: string;
  sendPage: SendPage;
  logger: Logger;
  dashboardUrl: string;
  isProduction: boolean;
  databaseNowMs: () => number;
  /** Where pictures are on the disk, and where browsers get them. */
  media: MediaStore;
  mediaUrl: string;
  /** Who may upload one now. */
  pictures: PictureQueue;
  /** What the addresses of checkout pages and of the API begin with. */
  checkoutUrl: string;
  baseUrl: string;
  /** How long an order waits for its payment, where its event says nothing else. */
  paymentWindowMinutes: number;
  /** E-mails a day that a host sets off, once it has some age: see hosts/count-host-mails.ts. */
  hostMailsPerDay: number;
  signUp: 'open' | 'invited' | 'closed';
  /** Where the mails of development are read; null where they are sent. */
  mailboxUrl: string | null;
  /** The path that browsers reach `/dashboard` by. */
  base: string;
  cookie: SessionCookie;
  change: Change;
  planTurns: PlanTurns;
};
