import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { UploadedPicture } from '../../event-pictures/data.ts';
import { CallFailed } from '../../../shared/call-server.ts';
import { useDashboard } from '../../dashboard.ts';
import { tellFailure } from '../../shell/tell-failure.ts';
import type { Crop } from './crop-frame.ts';
import { sendPicture } from './send-picture.ts';

/** An upload and its progress. */
export type Upload = {
  id: number;
  file: File;
  crop: Crop | null;
  state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1; at 1 the server is at work. */
  sent: number;
  /** The reason of its failure. */
  reason: string;
};

export type Uploads = {
  all: readonly Upload[];
  add(files: readonly { file: File; crop: Crop | null }[]): void;
  /** Cancels it at any point, or dismisses its failure. */
  cancel(upload: Upload): void;
  again(upload: Upload): void;
};

let count = 0;

/** Uploads one after the other: a phone's connection is no faster with two. `onDone` shows the picture, and the next one waits for it. */
export function useUploads(
  uploadTo: string,
  onDone: (picture: UploadedPicture) => Promise<unknown>,
): Uploads {
  const { texts, questions } = useDashboard();
  const all = useSignal<readonly Upload[]>([]);
  const underWay = useRef<{ id: number; abort: AbortController } | null>(null);
  // The callback of the newest rendering.
  const done = useRef(onDone);
  done.current = onDone;
  // Nobody waits for it any more.
  useEffect(() => () => underWay.current?.abort.abort(), []);

  const change = (id: number, changes: Partial<Upload>): void => {
    all.value = all.value.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
  };
  const drop = (id: number): void => {
    all.value = all.value.filter((upload) => upload.id !== id);
  };

  const work = async (): Promise<void> => {
    if (underWay.current) return;
    for (;;) {
      const next = all.value.find(({ state }) => state === 'waiting');
      if (!next) return;
      const { id } = next;
      const abort = new AbortController();
      underWay.current = { id, abort };
      change(id, { state: 'sending', sent: 0 });
      try {
        const onProgress = (sent: number): void => change(id, { sent });
        await done.current(await sendPicture(uploadTo, next, { onProgress, signal: abort.signal }));
        drop(id);
      } catch (error) {
        if (error instanceof CallFailed && error.code === 'sign_in_required') void questions.ask('sign in');
        if (!abort.signal.aborted) change(id, { state: 'failed', reason: tellFailure(texts, error) });
      } finally {
        underWay.current = null;
      }
    }
  };

  return {
    all: all.value,
    add(files) {
      all.value = [
        ...all.value,
        ...files.map(({ file, crop }): Upload => {
          count += 1;
          return { id: count, file, crop, state: 'waiting', sent: 0, reason: '' };
        }),
      ];
      void work();
    },
    cancel({ id }) {
      drop(id);
      if (underWay.current?.id === id) underWay.current.abort.abort();
    },
    again({ id }) {
      change(id, { state: 'waiting' });
      void work();
    },
  };
}
