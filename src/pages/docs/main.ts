// Comforts of the docs, which read in full without them.
import { runCopyButtons } from './copy-buttons.ts';
import { markSections } from './mark-sections.ts';
import { runLanguageChoice } from './samples/choose-language.ts';
import { runSearch } from './search/run-search.ts';
import { runTry } from './try/run-try.ts';
import { unfold } from './unfold.ts';

runCopyButtons();
runLanguageChoice();
runSearch();
runTry();
markSections();

addEventListener('hashchange', unfold);
unfold();

const narrowContents = document.querySelector<HTMLDetailsElement>('details.narrow');
narrowContents?.addEventListener('click', (event) => {
  if ((event.target as Element).closest('a')) narrowContents.open = false;
});
