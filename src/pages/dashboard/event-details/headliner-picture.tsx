import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { pictureIcon } from '../../shared/icons.ts';
import { Picture } from '../../shared/picture.tsx';
import { UploadList } from '../components/picture-field/upload-list.tsx';
import { usePictures } from '../components/picture-field/use-pictures.tsx';
import type { RowProps } from './headliner-row.tsx';
import { useHeadlinerTexts } from './headliners-texts.ts';

/** A headliner's picture, as a square. It is kept once the form is saved. */
export function HeadlinerPicture({
  form,
  data,
  uploadTo,
  rowKey,
  headliner,
  index,
  headliners,
  name,
}: RowProps & { name: string }): VNode {
  const words = useHeadlinerTexts();
  const input = useRef<HTMLInputElement>(null);
  const { take, uploads, dialog } = usePictures({
    uploadTo,
    ratios: ['1:1'],
    onDone: async ({ file }) => headliners.change(headliner, { imageFile: file }),
  });
  const { imageFile } = headliner;
  const shown =
    imageFile && (data.pictures[imageFile] ?? { url: `${data.mediaUrl}/${imageFile}`, srcset: null });
  const label = shown ? words.replacePicture(name) : words.addPicture(name);
  const path = `headliners[${index}].imageFile`;
  form.labels.set(path, words.fieldsOf.picture(index + 1));
  const error = form.errors.value[path];
  return (
    <>
      <div class="headliner-picture">
        <p class="fixed-label" aria-hidden>
          {words.picture}
        </p>
        <button
          type="button"
          id={`${form.id}-${rowKey}-picture`}
          class="headliner-photo"
          aria-label={label}
          title={label}
          onClick={() => input.current?.click()}
        >
          {shown ? (
            <Picture of={shown} alt="" sizes="4.5rem" width={72} height={72} loading="lazy" />
          ) : (
            <Icon path={pictureIcon} />
          )}
        </button>
        {shown && (
          <button
            type="button"
            class="plain"
            aria-label={words.removePicture(name)}
            onClick={() => headliners.removePicture(headliner)}
          >
            {words.removeTitle}
          </button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label={label}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            // Lets the same file be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <UploadList uploads={uploads} />
      {dialog}
    </>
  );
}
