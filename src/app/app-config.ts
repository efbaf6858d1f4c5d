import type { Config } from '../config/config.ts';
import type { DatabaseLimits } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

export type AppConfig = Config & {
  databaseUrl: string;
  secretKeys: SecretKeys;
  databaseLimits?: DatabaseLimits;
};
