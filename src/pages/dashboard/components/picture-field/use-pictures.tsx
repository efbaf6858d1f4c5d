import { useSignal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import type { UploadedPicture } from '../../event-pictures/data.ts';
import { useDashboard } from '../../dashboard.ts';
import { useAction } from '../use-action.ts';
import type { CropProps, Ratio } from './crop-dialog.tsx';
import { readPicture, type ReadPicture } from './read-picture.ts';
import { usePictureTexts } from './texts.ts';
import { useUploads, type Uploads } from './use-uploads.ts';

// As in src/routes.ts.
const MAX_BYTES = 20 * 1024 * 1024;

/** Takes a file from the person to the server: shown, cropped, uploaded. Several at once are uploaded as they are. */
export function usePictures({
  uploadTo,
  ratios,
  onDone,
}: {
  uploadTo: string;
  ratios: readonly Ratio[];
  onDone: (picture: UploadedPicture) => Promise<unknown>;
}): { take: (files: File[]) => void; uploads: Uploads; dialog: VNode | null } {
  const { toasts } = useDashboard();
  const texts = usePictureTexts();
  const uploads = useUploads(uploadTo, onDone);
  const opened = useSignal<{ picture: ReadPicture; view: FunctionComponent<CropProps> } | null>(null);

  // The code for cropping is loaded when it is needed.
  const open = useAction(async (file: File) => {
    const [picture, { CropDialog }] = await Promise.all([readPicture(file), import('./crop-dialog.tsx')]);
    opened.value = picture && { picture, view: CropDialog };
    if (!picture) toasts.tell({ tone: 'bad', text: texts.unreadable(file.name) });
  });
  const take = (files: File[]): void => {
    const small = files.filter((file) => file.size <= MAX_BYTES);
    const large = files.find((file) => file.size > MAX_BYTES);
    if (large) toasts.tell({ tone: 'bad', text: texts.tooLarge(large.name) });
    const [first] = small;
    if (small.length === 1 && first) open.run(first);
    else uploads.add(small.map((file) => ({ file, crop: null })));
  };
  const { picture, view: Crop } = opened.value ?? {};
  const close = (): void => {
    opened.value = null;
  };
  return {
    take,
    uploads,
    dialog:
      picture && Crop ? (
        <Crop
          picture={picture}
          ratios={ratios}
          onClose={close}
          onUse={(crop) => {
            close();
            uploads.add([{ file: picture.file, crop }]);
          }}
        />
      ) : null,
  };
}
