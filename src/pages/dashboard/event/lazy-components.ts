// Components that the page can start without. One chunk: more would split the code that all views share, and all would load more.
// With the view itself for the same reason: all that it loads stays together.
import './event-view.tsx';
export { MoreSection, OverSection } from './more-section.tsx';
export { PreviewSection } from './preview-section.tsx';
export { NextSteps, VisibilitySection } from './public-section.tsx';
export { ShareSection } from './share-section.tsx';
