import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const IMAGE_NAME = /^[0-9a-f]{40}\.[a-z0-9]{3,5}$/;

/** Whether it could be the name of a stored image. A path to another folder never is. */
export const isImageName = (text: string): boolean => IMAGE_NAME.test(text);

/** Stores an image under a name made from its content: the same picture twice is one file, and a file never changes. */
export async function storeImage(mediaFolder: string, bytes: Buffer, extension: 'png'): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${extension}`;
  await mkdir(mediaFolder, { recursive: true });
  const draft = path.join(mediaFolder, `${name}.${process.pid}.new`);
  await writeFile(draft, bytes);
  await rename(draft, path.join(mediaFolder, name));
  return name;
}
