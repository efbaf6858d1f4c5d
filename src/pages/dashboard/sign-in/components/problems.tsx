import type { VNode } from 'preact';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../../../rules/password-length.ts';
import { Message } from '../../../shared/message.tsx';
import type { EntranceField, EntranceProblem } from '../contract.ts';
import type { Texts as EntranceTexts } from '../texts/texts.ts';

/** The problems above the form: each sentence links to its field. */
export function Problems({
  problems,
  texts,
}: {
  problems: EntranceProblem[];
  texts: EntranceTexts;
}): VNode | null {
  if (problems.length === 0) return null;
  return (
    <div role="alert" tabIndex={-1} class="problems">
      {problems.map((problem) => (
        <Message key={`${problem.field} ${problem.what}`} tone="bad">
          {problem.field === null ? (
            sayProblem(problem, texts)
          ) : (
            <a href={`#${problem.field}`}>{sayProblem(problem, texts)}</a>
          )}
        </Message>
      ))}
    </div>
  );
}

/** The problem of a field, in a sentence. */
export function problemAt(
  field: EntranceField,
  { problems, texts }: { problems: EntranceProblem[]; texts: EntranceTexts },
): string | undefined {
  const found = problems.find((problem) => problem.field === field);
  return found && sayProblem(found, texts);
}

function sayProblem(problem: EntranceProblem, { problems: texts }: EntranceTexts): string {
  switch (problem.what) {
    case 'missing':
      return texts.missing[problem.field];
    case 'too_short':
      return texts.too_short(MIN_PASSWORD_CHARACTERS);
    case 'too_long':
      return texts.too_long(MAX_PASSWORD_CHARACTERS);
    case 'too_often':
    case 'codes_too_often':
    case 'busy':
      return texts[problem.what](sayWait(problem.seconds, texts));
    default:
      return texts[problem.what];
  }
}

export function sayWait(seconds: number, texts: EntranceTexts['problems']): string {
  return seconds < 90 ? texts.seconds(seconds) : texts.minutes(Math.ceil(seconds / 60));
}
