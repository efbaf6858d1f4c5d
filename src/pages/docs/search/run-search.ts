import { findEntries, type Hit } from './find-entries.ts';
import type { SearchEntry } from './search-entry.ts';

const NAMES: Record<SearchEntry['kind'], string> = {
  operation: 'Operation',
  guide: 'Guide',
  model: 'Model',
  field: 'Field',
  error: 'Error code',
};

type Deps = {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  list: HTMLElement;
  count: HTMLElement;
  entries: readonly SearchEntry[];
};

/** The search of the docs, from the index in the page. `/` and Ctrl-K open it. */
export function runSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search');
  const opener = document.querySelector<HTMLButtonElement>('.search-open');
  const input = dialog?.querySelector('input');
  const list = dialog?.querySelector<HTMLElement>('[role=listbox]');
  const count = dialog?.querySelector<HTMLElement>('[role=status]');
  const index = document.getElementById('search-index')?.textContent;
  if (!dialog || !opener || !input || !list || !count || !index) return;
  const parts = { dialog, input, list, count, entries: JSON.parse(index) as SearchEntry[] };
  const results = createResults(parts);

  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
  };
  opener.hidden = false;
  opener.addEventListener('click', open);
  dialog.querySelector('.search-close')?.addEventListener('click', () => dialog.close());
  // The dialog itself is hit only beside what is in it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || isWriting(event.target))) return;
    event.preventDefault();
    open();
  });
  input.addEventListener('input', () => results.show());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') results.move(1);
    else if (event.key === 'ArrowUp') results.move(-1);
    else if (event.key === 'Enter') results.follow();
    else return;
    event.preventDefault();
  });
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

function createResults({ dialog, input, list, count, entries }: Deps) {
  let hits: readonly Hit[] = [];
  let chosen = -1;

  const choose = (at: number): void => {
    chosen = at;
    [...list.children].forEach((item, index) => item.setAttribute('aria-selected', String(index === at)));
    const item = list.children[at];
    if (!item) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', item.id);
    item.scrollIntoView({ block: 'nearest' });
  };
  const follow = (at = chosen): void => {
    const hit = hits[at];
    if (!hit) return;
    dialog.close();
    location.assign(hit.entry.href);
  };
  const show = (): void => {
    hits = findEntries(entries, input.value);
    const isEmpty = input.value.trim() === '';
    list.replaceChildren(
      ...hits.map(({ entry }, at) => {
        const item = describeHit(entry, at);
        item.addEventListener('click', () => follow(at));
        return item;
      }),
    );
    input.setAttribute('aria-expanded', String(hits.length > 0));
    count.textContent = isEmpty ? '' : countInWords(hits.length);
    choose(hits.length > 0 ? 0 : -1);
  };
  return {
    show,
    follow,
    move(by: number) {
      if (hits.length > 0) choose((chosen + by + hits.length) % hits.length);
    },
  };
}

const countInWords = (hits: number): string =>
  hits === 0 ? 'Nothing found. Try another word.' : hits === 1 ? '1 result' : `${hits} results`;

function describeHit(entry: SearchEntry, at: number): HTMLElement {
  const item = document.createElement('li');
  item.id = `hit-${at}`;
  item.setAttribute('role', 'option');
  const [title, where, kind] = ['strong', 'span', 'em'].map((name) => document.createElement(name));
  if (!title || !where || !kind) return item;
  title.textContent = entry.title;
  where.textContent = entry.where;
  kind.textContent = NAMES[entry.kind];
  item.append(title, ' ', where, ' ', kind);
  return item;
}
