// Components that the page can start without. One chunk: more would split the code that all views share, and all would load more.
export { HeadlinerList } from './headliner-list.tsx';
export { Preview } from './preview.tsx';
