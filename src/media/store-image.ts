import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Keeps an image under the name of its content: the same picture twice is one file, and a file never changes. */
export async function storeImage(mediaFolder: string, bytes: Buffer, extension: 'png'): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${extension}`;
  await mkdir(mediaFolder, { recursive: true });
  const draft = path.join(mediaFolder, `${name}.${process.pid}.new`);
  await writeFile(draft, bytes);
  await rename(draft, path.join(mediaFolder, name));
  return name;
}
