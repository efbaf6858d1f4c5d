import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { tellOutage, type Logger } from '../log/logger.ts';
import { Refusal } from '../refusal.ts';
import { BucketFailed, openBucket, type BucketLimits, type BucketSettings } from './bucket.ts';
import { createFileCache } from './file-cache.ts';
import { isNoSpace, storeFile } from './store-image.ts';

/** The files of pictures: in a folder, or in a bucket with a folder of recently used ones. */
export type MediaStore = {
  /** Files that are here are read from this folder. */
  folder: string;
  /** The folder has only some of them. */
  isBucket: boolean;
  isHere(name: string): Promise<boolean>;
  /** Has the file in the folder afterwards; false where there is none. Refuses with `unavailable` while the bucket is away. */
  bring(name: string): Promise<boolean>;
  /** The file is there as a whole or not at all, whoever else stores the same. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Also of what is not there. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

// Some ten thousand pictures' most used sizes.
const MAX_CACHE_BYTES = 1024 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

export async function openMediaStore(
  { dataDir, mediaBucket }: { dataDir: string; mediaBucket: BucketSettings | null },
  { logger, onDiskFull }: { logger: Logger; onDiskFull?: () => void },
): Promise<MediaStore> {
  const tell = tellOutage(logger, 'the disk for pictures is full');
  const told = (error: Error): void => {
    onDiskFull?.();
    tell(error);
  };
  if (!mediaBucket) return openFolderStore(path.join(dataDir, 'media'), told);
  const folder = path.join(dataDir, 'media-cache');
  return openBucketStore({ bucket: mediaBucket, folder, logger, onDiskFull: told });
}

/** Throws, in a line, where the bucket can't be written to and read from. */
export async function checkMediaStore(settings: BucketSettings): Promise<void> {
  const bucket = openBucket(settings);
  await bucket.check().finally(() => bucket.close());
}

export async function openFolderStore(
  folder: string,
  onDiskFull: (error: Error) => void = () => {},
): Promise<MediaStore> {
  await mkdir(folder, { recursive: true });
  return {
    folder,
    isBucket: false,
    isHere: async () => true,
    bring: async () => true,
    put: (name, bytes) =>
      storeFile(folder, name, bytes).catch((error: Error) => {
        if (!isNoSpace(error)) throw error;
        onDiskFull(error);
        throw unavailable();
      }),
    remove: (name) => rm(path.join(folder, path.basename(name)), { force: true }),
    close: async () => {},
  };
}

/** A name never changes its meaning: what was brought once is good for ever, and is there while the bucket is away. */
export async function openBucketStore(options: {
  bucket: BucketSettings;
  folder: string;
  logger: Logger;
  limits?: Partial<BucketLimits>;
  maxCacheBytes?: number;
  onDiskFull?: (error: Error) => void;
}): Promise<MediaStore> {
  const { folder, logger, maxCacheBytes = MAX_CACHE_BYTES, onDiskFull } = options;
  await mkdir(folder, { recursive: true });
  const bucket = openBucket(options.bucket, options.limits);
  const cache = createFileCache({ folder, maxBytes: maxCacheBytes });
  const tell = tellOutage(logger, 'the store of pictures does not answer');
  const underWay = new Map<string, Promise<boolean>>();

  const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof BucketFailed)) throw error;
      tell(error);
      throw unavailable();
    }
  };
  /** False where the disk has no space for it: nothing is lost, it is in the bucket. */
  const keepHere = async (name: string, bytes: Uint8Array): Promise<boolean> => {
    try {
      await cache.add(name, bytes);
      return true;
    } catch (error) {
      if (!isNoSpace(error)) throw error;
      onDiskFull?.(error as Error);
      return false;
    }
  };
  const isHere = (name: string): Promise<boolean> =>
    stat(path.join(folder, path.basename(name))).then(
      (found) => found.isFile(),
      () => false,
    );
  const fetch = async (name: string): Promise<boolean> => {
    const bytes = await orUnavailable(bucket.get(name));
    if (bytes && !(await keepHere(name, bytes))) throw unavailable();
    return bytes !== null;
  };

  return {
    folder,
    isBucket: true,
    isHere,
    async bring(name) {
      if (await isHere(name)) return true;
      const known = underWay.get(name) ?? fetch(name).finally(() => underWay.delete(name));
      underWay.set(name, known);
      return known;
    },
    async put(name, bytes) {
      await orUnavailable(bucket.put(name, bytes));
      await keepHere(name, bytes);
    },
    async remove(name) {
      await bucket.remove(name);
      await rm(path.join(folder, path.basename(name)), { force: true });
    },
    close: () => bucket.close(),
  };
}

const unavailable = (): Refusal =>
  new Refusal('unavailable', 'Pictures can’t be loaded or saved right now: try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
