import { stat } from 'node:fs/promises';
import path from 'node:path';

/** A restore builds here, in the data folder itself: that may be a volume, with nothing beside it. */
export const DRAFT = 'restoring';

/** Whether a restore was cut short here. What it had moved by then is not the whole. */
export async function isRestoreUnfinished(dataDir: string): Promise<boolean> {
  return (await stat(path.join(dataDir, DRAFT)).catch(() => null)) !== null;
}
