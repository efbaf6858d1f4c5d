export type ReadPicture = {
  file: File;
  /** Of the file, upright. */
  widthPx: number;
  heightPx: number;
  /** Small enough for any phone's memory. */
  canvas: HTMLCanvasElement;
};

const MAX_SIDE_PX = 1_600;

/** The picture as the browser shows it; null if it can't. Drawn on a canvas: the page's policy needs no exception for it. */
export async function readPicture(file: File): Promise<ReadPicture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width: widthPx, height: heightPx } = bitmap;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(widthPx, heightPx));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(widthPx * scale));
  canvas.height = Math.max(1, Math.round(heightPx * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { file, widthPx, heightPx, canvas };
}
