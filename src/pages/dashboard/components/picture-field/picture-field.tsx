import type { VNode } from 'preact';
import type { UploadedPicture } from '../../event-pictures/data.ts';
import type { PictureSources } from '../../../../media/picture-sources.ts';
import { Picture } from '../../../shared/picture.tsx';
import type { Ratio } from './crop-dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import { usePictureTexts } from './texts.ts';
import { UploadList } from './upload-list.tsx';
import { usePictures } from './use-pictures.tsx';

/**
 * One picture of something: dropped, pasted or chosen, cut in a dialog, uploaded with its progress, and shown.
 *
 *     <PictureField
 *       label={texts.poster}
 *       uploadTo={page.inHost(`/events/${eventId}/pictures`)}  // or page.inHost('/pictures') before there is an event
 *       ratios={['4:5', '1:1', '16:9']}                          // 'whole' keeps the picture's own shape
 *       current={data.poster}                                    // { shown: pictureSources(mediaUrl, file), ratio } or null
 *       onDone={async (picture) => { await call(…, { method: 'PATCH', body: { pictureId: picture.pictureId, … } }); await router.refresh(); }}
 *       onRemove={…}                                             // without it, there is no such button
 *     />
 *
 * `onDone` gets the uploaded picture. On the server, `usePicture(tx, { hostId, eventId, pictureId })` of
 * src/events/pictures/stored-picture.ts says whether the picture is the host's and the event's, and `shownFile(picture)` is the name
 * to store. A picture that nothing stores is forgotten after a day.
 */
export function PictureField({
  label,
  uploadTo,
  ratios,
  current,
  takesPastes = false,
  onDone,
  onRemove,
}: {
  label: string;
  uploadTo: string;
  ratios: readonly Ratio[];
  current: { shown: PictureSources; ratio: number } | null;
  /** Also takes pastes while nothing has the focus: for the one such field of a page. */
  takesPastes?: boolean;
  onDone: (picture: UploadedPicture) => Promise<unknown>;
  onRemove?: () => void;
}): VNode {
  const texts = usePictureTexts();
  const { take, uploads, dialog } = usePictures({ uploadTo, ratios, onDone });
  return (
    <div class="picture-field">
      <DropZone
        label={label}
        takesPastes={takesPastes}
        onFiles={take}
        {...(current && { button: texts.replace })}
      >
        {current && (
          <Picture
            of={current.shown}
            alt={label}
            sizes="(max-width: 40rem) 90vw, 20rem"
            width={640}
            height={Math.round(640 / current.ratio)}
          />
        )}
      </DropZone>
      {current && onRemove && (
        <button type="button" class="plain" aria-label={texts.removeOf(label)} onClick={onRemove}>
          {texts.remove}
        </button>
      )}
      <UploadList uploads={uploads} />
      {dialog}
    </div>
  );
}
