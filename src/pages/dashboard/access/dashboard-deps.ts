import type { Database } from '../../../db/database.ts';
import type { KeyUses } from '../../../hosts/keys/key-uses.ts';
import type { MediaStore } from '../../../media/media-store.ts';
import type { Logger } from '../../../log/logger.ts';
import type { PictureQueue } from '../../../media/picture-queue.ts';
import type { OrderEngine } from '../../../orders/order-engine.ts';
import type { InvoicePrinter } from '../../../invoices/documents/invoice-printer.ts';
import type { SendPage } from '../../serving/send-page.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { Unsubscribing } from '../../../unsubscribing/unsubscribing.ts';
import type { Guard } from '../../../webhooks/delivery/guard.ts';
import type { Change } from './change.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { PlanTurns } from '../seating-plans/server/plan-turns.ts';

/** Components that the pages of the dashboard work with. Each page takes those that it needs. */
export type DashboardDeps = {
  database: Database;
  secretKeys: SecretKeys;
  keyUses: KeyUses;
  gateways: Gateways;
  orders: OrderEngine;
  invoicePrinter: InvoicePrinter;
  /** The rules for addresses of webhooks. */
  guard: Guard;
  /** Takes payments if no account does. */
  hasSandbox: boolean;
  /** The address that gateways call. */
  publicUrl: string;
  sendPage: SendPage;
  logger: Logger;
  dashboardUrl: string;
  isProduction: boolean;
  databaseNowMs: () => number;
  /** The folder of pictures on the disk, and their address for browsers. */
  media: MediaStore;
  mediaUrl: string;
  /** Decides who may upload a picture now. */
  pictures: PictureQueue;
  /** The base address of checkout pages and of the API. */
  checkoutUrl: string;
  baseUrl: string;
  /** The time to pay an order, unless its event sets another. */
  paymentWindowMinutes: number;
  /** E-mails a day that a host may cause, once it has some age: see hosts/count-host-mails.ts. */
  hostMailsPerDay: number;
  signUp: 'open' | 'invited' | 'closed';
  /** The mailbox of development; null if mails are really sent. */
  mailboxUrl: string | null;
  unsubscribing: Unsubscribing;
  /** The path of `/dashboard` for browsers. */
  base: string;
  cookie: SessionCookie;
  change: Change;
  planTurns: PlanTurns;
};
