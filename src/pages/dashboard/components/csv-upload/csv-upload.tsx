import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { CellProblem, CsvPreview } from '../../../../csv/preview-csv.ts';
import { MAX_LIST_CHARACTERS } from '../../../../rules/list-text.ts';
import { BusyButton } from '../busy-button.tsx';
import { Message } from '../../../shared/message.tsx';
import { FileDrop } from '../file-drop/file-drop.tsx';
import { useAction } from '../use-action.ts';
import { PreviewTable } from './preview-table.tsx';
import { sumUpCheck } from './sum-up-check.ts';
import { useCsvTexts } from './texts.ts';

/** A list to choose, drop or paste. It is checked line by line, then imported whole or not at all. */
export function CsvUpload({
  templateHref,
  check,
  take,
  submit,
  say,
  isReady = true,
  plans,
  start,
  obstacle,
  children,
}: {
  templateHref: string;
  /** Checks the list. */
  check: (text: string) => Promise<CsvPreview>;
  take: (text: string) => Promise<unknown>;
  /** The button's text for so many lines. */
  submit: (lines: number) => string;
  /** Explains the error of a cell, and how to fix it. */
  say: (problem: CellProblem) => string;
  /** False while something else is undecided. */
  isReady?: boolean;
  /** Accepts files of another kind, too. */
  plans?: OtherFiles;
  /** Other ways to start, above the file. */
  start?: ComponentChildren;
  /** The reason why a list without errors can't be saved. */
  obstacle?: ComponentChildren;
  /** More about a list without errors. */
  children?: ComponentChildren;
}): VNode {
  const texts = useCsvTexts();
  const text = useSignal('');
  const preview = useSignal<CsvPreview | null>(null);
  const looking = useAction(async (fileName: string) => {
    if (plans && isJson(text.value)) await plans.take(text.value, fileName);
    else preview.value = await check(text.value);
  });
  const shown = preview.value;
  if (!shown) {
    const look = (list: string, fileName = ''): void => {
      text.value = list;
      looking.run(fileName);
    };
    return (
      <>
        {start}
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
  const verdict = sumUpCheck(shown, texts);
  const isGood = verdict.tone !== 'bad';
  return (
    <div class="stack gap-m">
      <div role="status">{(isGood && obstacle) || <Message tone={verdict.tone}>{verdict.text}</Message>}</div>
      {shown.unused.length > 0 && <p class="soft">{texts.unused(shown.unused.join(', '))}</p>}
      {isGood && children}
      {shown.lines.length > 0 && <PreviewTable preview={shown} say={say} />}
      {shown.lineCount > shown.lines.length && <p class="soft">{texts.some}</p>}
      <div class="form-actions">
        {isGood && !obstacle && (
          <BusyButton class="main" isReady={isReady} onPress={() => take(text.value)}>
            {submit(shown.lineCount)}
          </BusyButton>
        )}
        <button type="button" class="second" onClick={() => (preview.value = null)}>
          {texts.other}
        </button>
      </div>
    </div>
  );
}

/** JSON files, which are not lists. */
export type OtherFiles = {
  hint: string;
  maxCharacters: number;
  /** The file's name is empty if the text was pasted. */
  take: (text: string, fileName: string) => Promise<void>;
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
  look: (list: string, fileName?: string) => void;
  isBusy: boolean;
  templateHref: string;
  plans: OtherFiles | undefined;
}): VNode {
  const texts = useCsvTexts();
  const id = useId();
  const trouble = useSignal<string | null>(null);
  const read = async (file: File): Promise<void> => {
    const list = await readUtf8(file);
    const most = plans && isJson(list ?? '') ? plans.maxCharacters : MAX_LIST_CHARACTERS;
    trouble.value = list === null ? texts.notUtf8 : list.length > most ? texts.tooLarge : null;
    if (list !== null && trouble.value === null) look(list, file.name);
  };
  return (
    <div class="stack gap-m">
      <FileDrop
        label={texts.file}
        accept={`.csv,.tsv,.txt,text/csv,text/plain${plans ? ',.json,application/json' : ''}`}
        onFile={(file) => void read(file)}
      >
        {texts.fileHint} {plans?.hint}
      </FileDrop>
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

/** Null if it is not UTF-8: a guess would garble names. */
async function readUtf8(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
