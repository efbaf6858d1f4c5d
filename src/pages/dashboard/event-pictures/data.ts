import type { PictureSources } from '../../../media/picture-sources.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The answer to an upload. Later bodies name it by `pictureId`; a headliner's names `file`. */
export type UploadedPicture = {
  pictureId: string;
  file: string;
  shown: PictureSources;
  widthPx: number;
  heightPx: number;
};

export type ShownGalleryImage = {
  imageId: string;
  shown: PictureSources;
  widthPx: number;
  heightPx: number;
  alt: string;
};

/** The poster and the gallery of an event. */
export type EventPicturesView = {
  event: ShownEvent;
  /** The version of the event, which holds the poster. */
  version: number;
  poster: { shown: PictureSources; ratio: number } | null;
  gallery: ShownGalleryImage[];
  maxGalleryImages: number;
};
