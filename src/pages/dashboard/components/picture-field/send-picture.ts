import type { UploadedPicture } from '../../event-pictures/data.ts';
import { CallFailed, type RefusalBody } from '../../../shared/call-server.ts';
import type { Crop } from './crop-frame.ts';

// As long as the server waits for the last byte, and then for its turn.
const PATIENCE_MS = 6 * 60_000;

/** Sends the file as it is; the server crops. `fetch` can't report the upload's progress. */
export function sendPicture(
  address: string,
  { file, crop }: { file: Blob; crop: Crop | null },
  { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<UploadedPicture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams(
      Object.entries(crop ?? {}).map(([name, value]) => [name, value.toFixed(6)]),
    );
    request.open('POST', crop ? `${address}?${query}` : address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.timeout = PATIENCE_MS;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response as UploadedPicture);
      else reject(new CallFailed('refused', refusalOf(request)));
    });
    request.addEventListener('error', () => reject(new CallFailed('offline', null)));
    request.addEventListener('timeout', () => reject(new CallFailed('slow', null)));
    request.addEventListener('abort', () => reject(new CallFailed('offline', null)));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** A proxy may answer with a page instead. */
const refusalOf = ({ status, response }: XMLHttpRequest): RefusalBody => ({
  message: '',
  status,
  error_code: 'internal_error',
  ...(response as Partial<RefusalBody> | null),
});
