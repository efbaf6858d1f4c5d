import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { CellProblem, CsvPreview } from '../../../../src/csv/preview-csv.ts';
import { MAX_LIST_CHARACTERS } from '../../../../src/values/list-text.ts';
import { Message } from '../../../shared/message.tsx';
import { useAction } from '../use-action.ts';
import { PreviewTable } from './preview-table.tsx';
import { useCsvTexts } from './texts.ts';

/** A list that is chosen, dropped or pasted; looked at line by line; and then taken in whole, or not at all. */
export function CsvUpload({
  templateHref,
  check,
  take,
  submit,
  say,
  isReady = true,
  plans,
  start,
  notes,
  children,
}: {
  templateHref: string;
  /** What would come of it. */
  check: (text: string) => Promise<CsvPreview>;
  take: (text: string) => Promise<unknown>;
  /** What the button says, for so many lines. */
  submit: (lines: number) => string;
  /** What is wrong with a cell, and how to mend it. */
  say: (problem: CellProblem) => string;
  /** Something else is still to be decided. */
  isReady?: boolean;
  /** Where a list may come from a file of another kind. */
  plans?: OtherFiles;
  /** Other ways to come by a list, above the file. */
  start?: (look: (list: string) => void) => VNode;
  /** What is to be said of any list. */
  notes?: ComponentChildren;
  /** What else is shown of a list without mistakes. */
  children?: ComponentChildren;
}): VNode {
  const texts = useCsvTexts();
  const text = useSignal('');
  const preview = useSignal<CsvPreview | null>(null);
  const looking = useAction(async () => {
    if (plans && isJson(text.value)) text.value = await plans.toList(text.value);
    preview.value = await check(text.value);
  });
  const taking = useAction(() => take(text.value));
  const shown = preview.value;
  if (!shown) {
    const look = (list: string): void => {
      text.value = list;
      looking.run();
    };
    return (
      <>
        {start?.(look)}
        <ChooseList
          text={text}
          look={look}
          isBusy={looking.isBusy}
          templateHref={templateHref}
          plans={plans}
        />
      </>
    );
  }
  const isGood = shown.listProblems.length === 0 && shown.problemCount === 0;
  return (
    <div class="csv-upload">
      <div role="status">
        {isGood ? (
          <Message tone="good">{texts.fine(shown.lineCount)}</Message>
        ) : (
          <Message tone="bad">
            {shown.listProblems.map((problem) => texts.list(problem)).join(' ')}
            {shown.problemCount > 0 && ` ${texts.problems(shown.problemCount)}`}
          </Message>
        )}
      </div>
      {shown.warnings.length > 0 && <Message tone="warn">{texts.warnings(shown.warnings.length)}</Message>}
      {shown.unused.length > 0 && <p class="soft">{texts.unused(shown.unused.join(', '))}</p>}
      {notes}
      {isGood && children}
      {shown.lines.length > 0 && <PreviewTable preview={shown} say={say} />}
      {shown.lineCount > shown.lines.length && <p class="soft">{texts.some}</p>}
      <div class="form-actions">
        {isGood && (
          <button
            type="button"
            class="main"
            aria-disabled={taking.isBusy || !isReady}
            aria-busy={taking.isBusy}
            onClick={() => isReady && taking.run()}
          >
            {submit(shown.lineCount)}
            {taking.isBusy && <span class="spinner" />}
          </button>
        )}
        <button type="button" class="second" onClick={() => (preview.value = null)}>
          {texts.other}
        </button>
      </div>
    </div>
  );
}

/** Files of JSON, which the server makes a list of. */
export type OtherFiles = {
  hint: string;
  maxCharacters: number;
  toList: (text: string) => Promise<string>;
};

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

function ChooseList({
  text,
  look,
  isBusy,
  templateHref,
  plans,
}: {
  text: { value: string };
  look: (list: string) => void;
  isBusy: boolean;
  templateHref: string;
  plans: OtherFiles | undefined;
}): VNode {
  const texts = useCsvTexts();
  const id = useId();
  const trouble = useSignal<string | null>(null);
  const isOver = useSignal(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const list = await readUtf8(file);
    const most = plans && isJson(list ?? '') ? plans.maxCharacters : MAX_LIST_CHARACTERS;
    trouble.value = list === null ? texts.notUtf8 : list.length > most ? texts.tooLarge : null;
    if (list !== null && trouble.value === null) look(list);
  };
  return (
    <div class="csv-upload">
      <label
        class={isOver.value ? 'csv-drop over' : 'csv-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => (isOver.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          void read(event.dataTransfer?.files[0]);
        }}
      >
        <span>{texts.file}</span>
        <input
          type="file"
          accept={`.csv,.tsv,.txt,text/csv,text/plain${plans ? ',.json,application/json' : ''}`}
          aria-describedby={`${id}-file`}
          onChange={(event) => {
            void read(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <small class="soft" id={`${id}-file`}>
          {texts.fileHint} {plans?.hint}
        </small>
      </label>
      <div role="alert">{trouble.value !== null && <Message tone="bad">{trouble.value}</Message>}</div>
      <div class="field">
        <label for={`${id}-text`}>{texts.paste}</label>
        <textarea
          id={`${id}-text`}
          rows={6}
          spellcheck={false}
          aria-describedby={`${id}-about`}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <p class="hint soft" id={`${id}-about`}>
          {texts.pasteHint}
        </p>
      </div>
      <p>
        <a href={templateHref} download>
          {texts.template}
        </a>
      </p>
      <div class="form-actions">
        <button
          type="button"
          class="main"
          aria-disabled={isBusy}
          aria-busy={isBusy}
          onClick={() => text.value.trim() !== '' && look(text.value)}
        >
          {texts.look}
          {isBusy && <span class="spinner" />}
        </button>
      </div>
    </div>
  );
}

/** Null where it is something else: read by guessing, names would come out wrong. */
async function readUtf8(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
