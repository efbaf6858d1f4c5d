import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';
import { queryValue, withQuery } from '../paths.ts';
import { isSingleKey } from './single-keys.ts';

// Wait until the typing pauses.
const PAUSE_MS = 300;

export type Filter = {
  /** Its name in the query. */
  name: string;
  label: string;
} & (
  | { kind: 'text'; placeholder?: string }
  | { kind: 'date' }
  | {
      kind: 'choice';
      /** The option for no choice: "All" by default. */
      unchosen?: string;
      choices: readonly { value: string; label: string }[];
    }
);

/** Filters the list. The filters are in the address, so a filtered page can be kept, sent and returned to. */
export function FilterBar({
  filters,
  more = [],
}: {
  filters: readonly Filter[];
  /** Rare filters, behind a button unless one of them is in use. */
  more?: readonly Filter[];
}): VNode {
  const { texts, router, page } = useDashboard();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const searched = filters.find(({ kind }) => kind === 'text')?.name;
  useEffect(() => {
    if (searched === undefined) return undefined;
    const toSearch = (event: KeyboardEvent): void => {
      if (!isSingleKey(event, '/')) return;
      event.preventDefault();
      const field = document.getElementById(`filter-${searched}`);
      if (field instanceof HTMLInputElement) field.select();
    };
    document.addEventListener('keydown', toSearch);
    return () => document.removeEventListener('keydown', toSearch);
  }, [searched]);
  const apply = (values: Record<string, string>, pauseMs = 0): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A cursor does not fit another list.
      const href = withQuery(router.place.value.answer.context.address, { ...values, cursor: '' });
      void router.go(href, { isSamePage: true, replaces: true });
    }, pauseMs);
  };
  const isInUse = ({ name }: Filter): boolean => queryValue(page, name) !== '';
  const field = (filter: Filter): VNode => (
    <FilterField
      key={filter.name}
      filter={filter}
      value={queryValue(page, filter.name)}
      shortcut={filter.name === searched ? '/' : null}
      onChange={(value) => apply({ [filter.name]: value }, filter.kind === 'text' ? PAUSE_MS : 0)}
    />
  );
  const all = [...filters, ...more];
  return (
    <form
      class="filters"
      role="search"
      aria-label={texts.parts.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      {filters.map(field)}
      {more.length > 0 && (
        <details class="more-filters" open={more.some(isInUse)}>
          <summary>{texts.parts.moreFilters}</summary>
          <div class="filters">{more.map(field)}</div>
        </details>
      )}
      {all.some(isInUse) && (
        <button
          type="button"
          class="plain"
          onClick={() => apply(Object.fromEntries(all.map(({ name }) => [name, ''])))}
        >
          {texts.parts.clearFilters}
        </button>
      )}
    </form>
  );
}

function FilterField({
  filter,
  value,
  shortcut,
  onChange,
}: {
  filter: Filter;
  value: string;
  /** The key that focuses it. */
  shortcut: string | null;
  onChange: (value: string) => void;
}): VNode {
  const { texts } = useDashboard();
  const id = `filter-${filter.name}`;
  return (
    <div class={`field ${filter.kind}`}>
      <label for={id}>{filter.label}</label>
      {filter.kind === 'choice' ? (
        <select
          id={id}
          name={filter.name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{filter.unchosen ?? texts.parts.all}</option>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={choice.value === value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={filter.name}
          {...(filter.kind === 'date' ? { type: 'date' } : { type: 'search' })}
          placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
          value={value}
          aria-keyshortcuts={shortcut ?? undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {shortcut !== null && <kbd aria-hidden="true">{shortcut}</kbd>}
    </div>
  );
}
