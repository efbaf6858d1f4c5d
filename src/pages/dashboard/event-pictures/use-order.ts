import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ShownGalleryImage } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { tellFailure } from '../shell/tell-failure.ts';

export type Order = {
  images: ShownGalleryImage[];
  /** The picture that a button or key moved last, and its direction. */
  moved: Signal<{ imageId: string; by: number } | null>;
  /** Moves by one place and saves. */
  move(imageId: string, by: -1 | 1): void;
  /** Moves to a place during a drag. */
  put(imageId: string, to: number): void;
  /** Saves the place of the drop. */
  save(): void;
};

/** The order of the gallery. It changes at once; moves made during a save are saved together afterwards. */
export function useOrder(images: ShownGalleryImage[], address: string): Order {
  const { call, router, toasts, texts } = useDashboard();
  /** Null: as the server has it. */
  const wanted = useSignal<string[] | null>(null);
  const moved = useSignal<{ imageId: string; by: number } | null>(null);
  const isSaving = useRef(false);

  const known = images.map(({ imageId }) => imageId);
  // Include the pictures that others added, drop the ones they removed.
  const ids = [
    ...(wanted.value ?? known).filter((id) => known.includes(id)),
    ...known.filter((id) => wanted.value !== null && !wanted.value.includes(id)),
  ];

  const save = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    let saved = wanted.value;
    try {
      while (saved !== null) {
        await call(address, { method: 'PATCH', body: { imageIds: saved } });
        await router.refresh();
        // Moves made during the save are saved next; until then they stay in place.
        if (wanted.value === saved) break;
        saved = wanted.value;
      }
    } catch (error) {
      toasts.tell({ tone: 'bad', text: tellFailure(texts, error) });
      await router.refresh();
    } finally {
      isSaving.current = false;
      wanted.value = null;
    }
  };
  const put = (imageId: string, to: number): boolean => {
    const from = ids.indexOf(imageId);
    if (from === -1 || to < 0 || to >= ids.length || from === to) return false;
    wanted.value = ids.toSpliced(from, 1).toSpliced(to, 0, imageId);
    return true;
  };
  return {
    images: ids.flatMap((id) => images.find(({ imageId }) => imageId === id) ?? []),
    moved,
    move(imageId, by) {
      if (!put(imageId, ids.indexOf(imageId) + by)) return;
      moved.value = { imageId, by };
      void save();
    },
    put: (imageId, to) => void put(imageId, to),
    save: () => void (wanted.value !== null && save()),
  };
}
