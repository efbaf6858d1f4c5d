import type { PictureSources } from '../../../media/picture-sources.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** What an upload is answered with. `pictureId` goes into the body of whatever is to show it, `file` into a headliner's. */
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
  /** Of the event, which the poster belongs to. */
  version: number;
  poster: { shown: PictureSources; ratio: number } | null;
  gallery: ShownGalleryImage[];
  maxGalleryImages: number;
};
