import { pageTexts } from '../texts/page-texts.ts';

const en = {
  headliner: { name: 'Name', role: 'Role' },
  roleSample: 'Live band',
  aHeadliner: 'the headliner',
  ofHeadliner: (nr: number) => `of headliner ${nr}`,
  fieldOf: (field: string, nr: number) => `${field} of headliner ${nr}`,
  addHeadliner: 'Add headliner',
  headlinerCount: (count: number, limit: number) =>
    count >= limit ? `You have reached the limit of ${limit}.` : `${count} of at most ${limit}`,
  grip: (name: string, nr: number, of: number) => `Move ${name}, ${nr} of ${of}`,
  gripHint: 'Drag it, or use the up and down arrow keys.',
  up: 'Move up',
  down: 'Move down',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  moved: (name: string, nr: number, of: number) => `${name} is now ${nr} of ${of}.`,
  remove: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove',
  removed: (name: string) => `Removed ${name}. Save to keep the change.`,
  picture: 'Picture',
  addPicture: (name: string) => `Add a picture of ${name}`,
  replacePicture: (name: string) => `Replace the picture of ${name}`,
  removePicture: (name: string) => `Remove the picture of ${name}`,
  pictureRemoved: (name: string) => `Removed the picture of ${name}. Save to keep the change.`,
};

/** Texts of the list of headliners, which loads after the rest of the page. */
export const useHeadlinerTexts = pageTexts({ en, fr: en });
