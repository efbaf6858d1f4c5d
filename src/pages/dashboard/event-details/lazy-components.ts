// What the page does without at first. One chunk: each more would split what all views share, and all would load more for it.
export { HeadlinerList } from './headliner-list.tsx';
export { Preview } from './preview.tsx';
