import { pageTexts } from '../../texts/page-texts.ts';

const en = {
  drop: 'Drop a picture here, or paste one',
  dropMany: 'Drop pictures here, or paste them',
  choose: 'Choose a picture',
  chooseMany: 'Choose pictures',
  takes: 'JPEG, PNG, WebP, AVIF or GIF, 20 MB at most',
  replace: 'Replace',
  remove: 'Remove',
  tooLarge: (name: string) => `${name} is larger than 20 MB. Choose a smaller file.`,
  unreadable: (name: string) => `Your browser can’t show ${name}. Save it as JPEG or PNG and try again.`,
  noFile: 'We found no picture in what you pasted or dropped.',
  waiting: (name: string) => `${name} is waiting`,
  sending: (name: string, percent: number) => `${name}: ${percent} % sent`,
  working: (name: string) => `${name}: preparing it for all screens…`,
  cancelUpload: (name: string) => `Cancel ${name}`,
  failed: (name: string) => `We could not upload ${name}.`,
  again: 'Try again',
  dismiss: (name: string) => `Dismiss ${name}`,
  crop: {
    title: 'Crop the picture',
    shape: 'Shape',
    whole: 'As it is',
    frame: 'Picture: move with the arrow keys, zoom with plus and minus',
    zoom: 'Zoom',
    across: 'Left to right',
    down: 'Top to bottom',
    use: 'Use this part',
    pixels: (width: number, height: number) => `${width} × ${height} pixels`,
    soft: 'This is small. It may look blurry on large screens.',
    hint: 'Drag the picture, or use the sliders.',
  },
};

export const usePictureTexts = pageTexts({ en, fr: en });
