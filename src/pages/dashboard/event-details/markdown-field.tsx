import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { MAX_MARKDOWN_CHARACTERS } from '../../../rules/rich-text.ts';
import { Icon } from '../../shared/icon.tsx';
import { linkIcon, listIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { lazily, Working } from '../components/lazily.tsx';
import { useFormField } from '../components/use-form-field.tsx';
import type { Part } from './details-form.tsx';
import { makeLink, toggleList, toggleMark, type Edit } from './edit-markdown.ts';
import { useEventDetailsTexts } from './texts.ts';

const Preview = lazily(async () => (await import('./lazy-components.ts')).Preview, Working);

type Texts = ReturnType<typeof useEventDetailsTexts>;
type Tool = 'bold' | 'italic' | 'link' | 'list';

const TABS = ['write', 'preview'] as const;
const KEYS: Partial<Record<string, Tool>> = { b: 'bold', i: 'italic' };

/** The description: written with Markdown or buttons, with a preview as buyers will see it. */
export function MarkdownField({ form, address }: Part): VNode {
  const { parts } = useDashboard().texts;
  const words = useEventDetailsTexts();
  const tab = useSignal<(typeof TABS)[number]>('write');
  const area = useRef<HTMLTextAreaElement>(null);
  const { description, descriptionFormat } = form.values.value;
  const isPlain = descriptionFormat === 'plain';
  const error = form.errors.value['description'];
  // Errors are fixed in the text, so show it.
  useEffect(() => {
    if (error !== undefined) tab.value = 'write';
  }, [error]);
  form.labels.set('descriptionFormat', words.descriptionFormat);

  const write = (text: string): void => {
    form.set('description', text);
    form.set('descriptionFormat', 'markdown');
  };
  const use = (tool: Tool): void => {
    if (area.current) apply(area.current, editBy(tool, area.current, words));
  };
  const length = Array.from(description).length;
  const id = `${form.id}-description`;
  const props = {
    form,
    name: 'description',
    label: words.description,
    hint: isPlain ? words.descriptionPlain : words.descriptionHint,
    isOptional: true,
  } as const;
  return useFormField(props, (described) => (
    <div class="markdown">
      <div class="cluster spread markdown-bar">
        <Tabs id={id} tab={tab.value} onChoose={(chosen) => (tab.value = chosen)} />
        {tab.value === 'write' && <Tools onUse={use} />}
      </div>
      <div
        role="tabpanel"
        id={`${id}-write`}
        aria-labelledby={`${id}-to-write`}
        hidden={tab.value !== 'write'}
      >
        <textarea
          {...described}
          ref={area}
          name="description"
          rows={12}
          value={description}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={(press) => {
            const tool = (press.ctrlKey || press.metaKey) && !press.altKey && KEYS[press.key.toLowerCase()];
            if (!tool) return;
            press.preventDefault();
            use(tool);
          }}
          onBlur={() => form.check('description')}
        />
        <p class="count soft" data-over={length > MAX_MARKDOWN_CHARACTERS}>
          {parts.characters({ used: length, limit: MAX_MARKDOWN_CHARACTERS })}
        </p>
      </div>
      <div
        role="tabpanel"
        id={`${id}-preview`}
        class="markdown-preview"
        aria-labelledby={`${id}-to-preview`}
        hidden={tab.value !== 'preview'}
        tabIndex={0}
      >
        {tab.value === 'preview' && <Preview address={address} source={description} isPlain={isPlain} />}
      </div>
    </div>
  ));
}

function Tabs({
  id,
  tab,
  onChoose,
}: {
  id: string;
  tab: (typeof TABS)[number];
  onChoose: (tab: (typeof TABS)[number]) => void;
}): VNode {
  const words = useEventDetailsTexts();
  return (
    <div role="tablist" class="markdown-tabs" aria-label={words.description}>
      {TABS.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-to-${name}`}
          aria-controls={`${id}-${name}`}
          aria-selected={tab === name}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={({ key }) => {
            if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
            const other = TABS[1 - index] ?? name;
            onChoose(other);
            document.getElementById(`${id}-to-${other}`)?.focus();
          }}
        >
          {words.tabs[name]}
        </button>
      ))}
    </div>
  );
}

function Tools({ onUse }: { onUse: (tool: Tool) => void }): VNode {
  const words = useEventDetailsTexts();
  const tools: [Tool, VNode, string?][] = [
    ['bold', <strong>{words.boldSign}</strong>, 'Control+B'],
    ['italic', <em>{words.italicSign}</em>, 'Control+I'],
    ['link', <Icon path={linkIcon} />],
    ['list', <Icon path={listIcon} />],
  ];
  return (
    <div role="group" class="markdown-tools" aria-label={words.toolbar}>
      {tools.map(([tool, sign, keys]) => (
        <button
          key={tool}
          type="button"
          class="icon-only"
          aria-label={words.tools[tool]}
          title={words.toolTitle(words.tools[tool], keys)}
          aria-keyshortcuts={keys}
          onClick={() => onUse(tool)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

function editBy(
  tool: Tool,
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
  words: Texts,
): Edit {
  const selected = { text: value, from: selectionStart, to: selectionEnd };
  switch (tool) {
    case 'bold':
      return toggleMark(selected, '**', words.sample);
    case 'italic':
      return toggleMark(selected, '_', words.sample);
    case 'link':
      return makeLink(selected, words.sample);
    default:
      return toggleList(selected);
  }
}

/** Inserted like typing, so that the browser's own undo works. */
function apply(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, from, to);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
