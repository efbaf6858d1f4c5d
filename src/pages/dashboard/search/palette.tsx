import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { calendarIcon, personIcon, plusIcon, receiptIcon, searchIcon } from '../../shared/icons.ts';
import { useDashboard, type Page } from '../dashboard.ts';
import { withQuery } from '../paths.ts';
import type { Texts } from '../texts/read-texts.ts';
import { MIN_CHARACTERS, useSearch, type Found } from './use-search.ts';
import { pagesFor } from '../shell/pages.ts';

// A ticket's code, with a dash after every character, as the server takes it.
const MAX_CHARACTERS = 300;
const LIST = 'palette-list';
const ICONS = { event: calendarIcon, order: receiptIcon };

type Option = { href: string; title: string; detail: string; icon: string };
type Group = { label: string; options: Option[] };

/** Finds a page, an event or an order. Opened by Ctrl K, ⌘ K or the button. */
export function Palette({ onClose }: { onClose: () => void }): VNode {
  const { texts, router, page } = useDashboard();
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useSignal('');
  const active = useSignal(0);
  const found = useSearch(typed.value);
  const groups = groupsFor();
  const options = groups.flatMap((group) => group.options);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${LIST}-${active.value}`)?.scrollIntoView({ block: 'nearest' });
  }, [active.value]);

  function groupsFor(): Group[] {
    const text = typed.value.trim().toLowerCase();
    const ofKind = (kind: Found['kind']): Option[] =>
      found.results
        .filter((result) => result.kind === kind)
        .map(({ href, title, detail }) => ({ href, title, detail, icon: ICONS[kind] }));
    const [orders, all] = [ofKind('order'), allOrders(page, texts, typed.value.trim())];
    // If no order was found, a page with that name comes first, so that Enter opens it.
    const isFound = orders.length > 0;
    return [
      { label: texts.search.events, options: ofKind('event') },
      { label: texts.search.orders, options: isFound ? [...orders, ...all] : [] },
      { label: texts.search.pages, options: pageOptions(page, texts, text) },
      { label: texts.search.orders, options: isFound ? [] : all },
    ].filter((group) => group.options.length > 0);
  }

  function choose(option: Option | undefined): void {
    if (!option) return;
    onClose();
    void router.go(option.href);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      active.value = (active.value + step + options.length) % options.length;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(options[active.value]);
    }
  }

  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={texts.search.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div class="palette-head">
        <Icon path={searchIcon} />
        <input
          type="text"
          role="combobox"
          aria-label={texts.search.label}
          aria-expanded={options.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `${LIST}-${active.value}` : undefined}
          placeholder={texts.search.placeholder}
          autocomplete="off"
          spellcheck={false}
          maxLength={MAX_CHARACTERS}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            active.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="plain" onClick={onClose}>
          {texts.search.close}
        </button>
      </div>
      <Options groups={groups} active={active.value} onChoose={choose} />
      <p class={options.length === 0 || found.hasFailed ? 'palette-note soft' : 'aloud'} role="status">
        {found.hasFailed && texts.search.failed}{' '}
        {!found.isWaiting &&
          (options.length === 0 ? texts.search.none(typed.value) : texts.search.count(options.length))}
      </p>
    </dialog>
  );
}

/** The pages whose name contains the text. */
const pageOptions = (page: Page, texts: Texts, text: string): Option[] =>
  [
    ...pagesFor(page).map(({ name, href, icon }) => ({
      href,
      icon,
      title: texts.shell.pages[name],
      detail: '',
    })),
    ...(page.powers.includes('events.create')
      ? [{ href: page.inHost('/new-event'), icon: plusIcon, title: texts.shell.newEvent, detail: '' }]
      : []),
    { href: `${page.base}/me`, icon: personIcon, title: texts.search.yourAccount, detail: '' },
  ].filter(({ title }) => title.toLowerCase().includes(text));

/** A link to the list of orders, which has all matches. */
const allOrders = (page: Page, texts: Texts, text: string): Option[] =>
  text.length >= MIN_CHARACTERS && page.powers.includes('orders.see')
    ? [
        {
          href: withQuery(page.inHost('/orders'), { search: text }),
          title: texts.search.allOrders(text),
          detail: '',
          icon: receiptIcon,
        },
      ]
    : [];

function Options({
  groups,
  active,
  onChoose,
}: {
  groups: readonly Group[];
  active: number;
  onChoose: (option: Option) => void;
}): VNode {
  const { texts } = useDashboard();
  let at = -1;
  return (
    <div id={LIST} class="palette-list" role="listbox" aria-label={texts.search.title}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <p class="menu-title" aria-hidden="true">
            {group.label}
          </p>
          {group.options.map((option) => {
            at += 1;
            return (
              <div
                key={option.href}
                id={`${LIST}-${at}`}
                class="palette-option"
                role="option"
                aria-selected={at === active}
                onClick={() => onChoose(option)}
              >
                <Icon path={option.icon} />
                <span>
                  {option.title}
                  {option.detail && <small>{option.detail}</small>}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
