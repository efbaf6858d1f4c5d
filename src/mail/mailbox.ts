import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Mails that were not sent but kept, for people who try the product: one raw message (RFC 5322) per file. */
export type Mailbox = {
  put(message: Buffer): Promise<void>;
  /** The newest first, of each no more than its head. */
  list(): Promise<{ id: string; head: Buffer }[]>;
  read(id: string): Promise<Buffer | null>;
  forgetBefore(time: Date): Promise<void>;
};

export const MAX_KEPT = 500;
const MAX_LISTED = 100;
const HEAD_BYTES = 8 * 1024;
const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/;

export function createMailbox(folder: string): Mailbox {
  const fileOf = (id: string): string => path.join(folder, `${id}.eml`);
  // By time, since that is how a name begins.
  const ids = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml') && NAME.test(name.slice(0, -'.eml'.length)))
      .map((name) => name.slice(0, -'.eml'.length))
      .sort()
      .toReversed();
  const read = async (id: string): Promise<Buffer | null> =>
    NAME.test(id) ? readFile(fileOf(id)).catch(() => null) : null;
  return {
    async put(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = `${nameOf(new Date())}-${randomUUID().replaceAll('-', '').slice(0, 12)}`;
      // A reader sees the whole of a mail or nothing of it.
      const draft = path.join(folder, `${id}.new`);
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, fileOf(id));
      for (const old of (await ids()).slice(MAX_KEPT)) await rm(fileOf(old), { force: true });
    },
    async list() {
      const found = (await ids()).slice(0, MAX_LISTED);
      const heads = await Promise.all(found.map(async (id) => ({ id, head: await readHead(fileOf(id)) })));
      // Another may have been put meanwhile, and the oldest be gone.
      return heads.flatMap(({ id, head }) => (head ? [{ id, head }] : []));
    },
    read,
    async forgetBefore(time) {
      for (const old of (await ids()).filter((id) => id < nameOf(time)))
        await rm(fileOf(old), { force: true });
    },
  };
}

const nameOf = (time: Date): string => time.toISOString().replace(/[-:.]/g, '');

async function readHead(file: string): Promise<Buffer | null> {
  const opened = await open(file).catch(() => null);
  if (!opened) return null;
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}
