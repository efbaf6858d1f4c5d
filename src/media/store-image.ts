import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const IMAGE_NAME = /^[0-9a-f]{40}(-\d{1,4}x\d{1,4}-\d{1,4})?\.[a-z0-9]{3,5}$/;

/** Whether it could be the name of a stored image. A path to another folder never is. */
export const isImageName = (text: string): boolean => IMAGE_NAME.test(text);

/** A name made from content: the same picture twice is one file, and a file never changes. */
export const hashContent = (parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 40);
};

/** Stores an image under a name made from its content. */
export async function storeImage(mediaFolder: string, bytes: Buffer, extension: 'png'): Promise<string> {
  const name = nameImage(bytes, extension);
  await storeFile(mediaFolder, name, bytes);
  return name;
}

export const nameImage = (bytes: Buffer, extension: 'png'): string => `${hashContent([bytes])}.${extension}`;

/** The file is there as a whole or not at all, whoever else stores the same. */
export async function storeFile(mediaFolder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(mediaFolder, { recursive: true });
  const draft = path.join(mediaFolder, `${name}.${randomUUID()}${DRAFT_ENDING}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, path.join(mediaFolder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The disk has no space, or whoever writes may use no more of it. */
export const isNoSpace = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The ending of a leftover of a process that was killed in between. */
export const DRAFT_ENDING = '.new';
