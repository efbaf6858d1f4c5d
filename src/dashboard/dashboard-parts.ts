import type { Database } from '../db/database.ts';
import type { KeyUses } from '../hosts/keys/key-uses.ts';
import type { SendPage } from '../pages/send-page.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Change } from './frame/change.ts';
import type { SendView } from './frame/send-view.ts';
import type { SessionCookie } from './frame/session-cookie.ts';

/** What the rooms of the dashboard work with. */
export type DashboardParts = {
  database: Database;
  secretKeys: SecretKeys;
  keyUses: KeyUses;
  sendPage: SendPage;
  dashboardUrl: string;
  isProduction: boolean;
  /** The path that browsers reach `/dashboard` by. */
  base: string;
  cookie: SessionCookie;
  change: Change;
  sendView: SendView;
};
