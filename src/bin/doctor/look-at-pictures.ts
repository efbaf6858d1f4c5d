import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../../log/error-message.ts';
import { checkMediaStore } from '../../media/media-store.ts';
import { green, off, red, type Patient, type Seen } from './finding.ts';

export async function lookAtPictures({ config }: Patient): Promise<Seen[]> {
  const { mediaBucket, dataDir } = config;
  if (mediaBucket)
    return checkMediaStore(mediaBucket).then(
      () => [green('The bucket can be written to and read from.')],
      (error: unknown) => [
        red(
          `The bucket can’t be used: ${errorMessage(error)}.`,
          'See MEDIA_URL and the rights of its key: docs/operating/media.md.',
        ),
      ],
    );
  const folder = path.join(dataDir, 'media');
  return access(folder, constants.W_OK | constants.R_OK).then(
    () => [green('Its folder can be written to.')],
    (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT'
        ? [off('There is no folder of pictures yet.')]
        : [
            red(
              `${folder} can’t be written to (${error.code}).`,
              'Run this as the user of the program, or give the folder to that user.',
            ),
          ],
  );
}
