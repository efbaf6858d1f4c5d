import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Made once. */
export async function keepPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres.password');
  const password = randomBytes(24).toString('hex');
  try {
    await writeFile(file, password, { flag: 'wx', mode: 0o600 });
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(file, 'utf8');
  }
}
