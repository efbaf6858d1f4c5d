import { statfs } from 'node:fs/promises';
import { createCounter, createGauge, type Metric, type Series } from './instruments.ts';
import { keepAsking } from './keep-asking.ts';

/** The disks that writes of ours can find full: the database's, wherever it is, and that of the folder with the pictures. */
export type Disk = 'database' | 'pictures';

/** Writes that found a disk full, in this process. Both disks are told from the start, so that the first one is a change. */
export function createDiskCounter(): { metric: Metric; of: Record<Disk, Series> } {
  const metric = createCounter({
    name: 'tessera_disk_full_total',
    help: 'Writes that failed because a disk is full.',
    labels: ['disk'],
  });
  return { metric, of: { database: metric.of('database'), pictures: metric.of('pictures') } };
}

/** The disk of DATA_DIR: the embedded database is on it, and the pictures. An external database's disk can't be seen from here. */
export function createDiskMetrics(dataDir: string): { metrics: Metric[]; ask(): Promise<void> } {
  const disk = keepAsking(async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  });
  return {
    metrics: [
      createGauge(
        { name: 'tessera_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.' },
        () => disk.answer()?.value.freeBytes ?? null,
      ),
      createGauge(
        { name: 'tessera_disk_size_bytes', help: 'The size of that disk.' },
        () => disk.answer()?.value.sizeBytes ?? null,
      ),
    ],
    ask: disk.ask,
  };
}
