import { open } from 'node:fs/promises';

/** A name in a folder outlasts a power cut only once the folder itself is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    // Some network file systems refuse it for folders.
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}
