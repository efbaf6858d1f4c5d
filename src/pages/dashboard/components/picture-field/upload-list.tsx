import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { alertIcon, crossIcon } from '../../../shared/icons.ts';
import { usePictureTexts } from './texts.ts';
import type { Upload, Uploads } from './use-uploads.ts';

/** The progress of each upload, with a button to cancel it. */
export function UploadList({ uploads }: { uploads: Uploads }): VNode | null {
  if (uploads.all.length === 0) return null;
  return (
    <ul class="stack gap-xs uploads">
      {uploads.all.map((upload) => (
        <li key={upload.id} class={upload.state}>
          <UploadLine upload={upload} uploads={uploads} />
        </li>
      ))}
    </ul>
  );
}

function UploadLine({ upload, uploads }: { upload: Upload; uploads: Uploads }): VNode {
  const texts = usePictureTexts();
  const { state, sent, reason, file } = upload;
  const isSent = sent >= 1;
  const label =
    state === 'waiting'
      ? texts.waiting(file.name)
      : isSent
        ? texts.working(file.name)
        : texts.sending({ name: file.name, percent: Math.floor(sent * 100) });
  return (
    <>
      {state === 'failed' ? (
        <p role="alert">
          <Icon path={alertIcon} />
          <span>
            <strong>{texts.failed(file.name)}</strong> {reason}
          </span>
        </p>
      ) : (
        <label class="progress">
          <span>{label}</span>
          {isSent ? <progress /> : <progress value={sent} max={1} />}
        </label>
      )}
      {state === 'failed' && (
        <button type="button" class="plain" onClick={() => uploads.again(upload)}>
          {texts.again}
        </button>
      )}
      <button
        type="button"
        class="icon-only"
        aria-label={state === 'failed' ? texts.dismiss(file.name) : texts.cancelUpload(file.name)}
        onClick={() => uploads.cancel(upload)}
      >
        <Icon path={crossIcon} />
      </button>
    </>
  );
}
