import type { VNode } from 'preact';

/** Hidden until the script can serve it: the contents are there for everybody. */
export function SearchOpener(): VNode {
  return (
    <button class="search-open" type="button" aria-keyshortcuts="/ Control+K" hidden>
      <SearchIcon />
      <span>Search</span> <kbd aria-hidden="true">/</kbd>
    </button>
  );
}

/** Opened and filled by run-search.ts. */
export function SearchDialog(): VNode {
  return (
    <dialog class="search" aria-label="Search the docs">
      <div class="search-bar">
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label="Search operations, fields, error codes and guides"
          aria-autocomplete="list"
          aria-expanded="false"
          aria-controls="search-hits"
          placeholder="Search operations, fields, errors, guides"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="go"
        />
        <button type="button" class="search-close">
          Close
        </button>
      </div>
      <ul id="search-hits" role="listbox" aria-label="Results" />
      <p class="search-count" role="status" />
    </dialog>
  );
}

function SearchIcon(): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="11" cy="11" r="7" />
      <path d="m20 20-4-4" />
    </svg>
  );
}
