import { pageTexts } from '../../texts/page-texts.ts';

const en = {
  drop: 'Drop a picture here, or paste one',
  dropMany: 'Drop pictures here, or paste them',
  choose: 'Choose a picture',
  chooseMany: 'Choose pictures',
  takes: 'JPEG, PNG, WebP, AVIF or GIF, 20 MB at most',
  replace: 'Replace',
  remove: 'Remove',
  tooLarge: (name: string) => `${name} is larger than 20 MB: save it smaller, and choose that.`,
  unreadable: (name: string) =>
    `${name} can’t be shown by this browser: save it as JPEG or PNG, and choose that.`,
  noFile: 'There was no picture in what you pasted or dropped.',
  waiting: (name: string) => `${name} waits for its turn`,
  sending: (name: string, percent: number) => `${name}: ${percent} % sent`,
  working: (name: string) => `${name}: making it fit for every screen…`,
  cancelUpload: (name: string) => `Cancel ${name}`,
  failed: (name: string) => `${name} was not uploaded.`,
  again: 'Try again',
  dismiss: (name: string) => `Dismiss ${name}`,
  crop: {
    title: 'Choose the part that is shown',
    shape: 'Shape',
    whole: 'As it is',
    frame: 'Picture: move it with the arrow keys, zoom with plus and minus',
    zoom: 'Zoom',
    across: 'Left to right',
    down: 'Top to bottom',
    use: 'Use this part',
    pixels: (width: number, height: number) => `${width} × ${height} pixels`,
    soft: 'That is small: it may look soft on large screens.',
    hint: 'Drag the picture, or use the sliders.',
  },
};

export const usePictureTexts = pageTexts({ en, fr: en });
