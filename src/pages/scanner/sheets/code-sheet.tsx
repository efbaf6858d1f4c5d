import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { readShortCode } from '../../../rules/short-code.ts';
import { Field } from '../../shared/field.tsx';
import { readScanned } from '../codes/read-scanned.ts';
import { SheetFrame } from '../components/sheet.tsx';
import type { Running } from '../running.ts';

/** The eight letters that somebody reads out. */
export function CodeSheet({ running }: { running: Running }): VNode {
  const { scanner, read } = running;
  const { title, label, hint, check, wrong } = scanner.texts.code;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const isCode = readShortCode(typed) !== null || readScanned(typed).kind === 'ticket';
    setWrong(!isCode);
    if (isCode) void read(typed);
  };
  return (
    <SheetFrame scanner={scanner} title={title}>
      <form onSubmit={onSubmit} noValidate>
        <Field
          id="short-code"
          label={label}
          hint={hint}
          error={isWrong ? wrong : undefined}
          input={(described) => (
            <input
              {...described}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
            />
          )}
        />
        <button class="main" type="submit" aria-busy={scanner.isBusy.value}>
          {check}
        </button>
      </form>
    </SheetFrame>
  );
}
