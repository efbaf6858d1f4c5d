import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { endPractice, isPracticeOver, isPractising, startPractice, watchPractice } from '../practice.ts';
import type { Scanner } from '../scanner.ts';

/** Above everything, for as long as nothing counts. */
export function PracticeBanner({ scanner }: { scanner: Scanner }): VNode | null {
  const { mark, end } = scanner.texts.practice;
  useEffect(() => watchPractice(scanner), [scanner.settings.value.practiceUntilMs]);
  if (!isPractising(scanner)) return null;
  return (
    <div class="practice" role="status">
      <strong>{mark}</strong>
      <button class="second" type="button" onClick={() => endPractice(scanner)}>
        {end}
      </button>
    </div>
  );
}

/** Its time is over: somebody says whether scans count from now on. */
export function PracticeOver({ scanner }: { scanner: Scanner }): VNode | null {
  const { over, overAbout, again, count } = scanner.texts.practice;
  if (!isPracticeOver.value) return null;
  return (
    <div class="verdict" data-tone="ask">
      <div class="saying" role="alert">
        <p class="word">{over}</p>
        <p class="about">{overAbout}</p>
      </div>
      <div class="reach">
        <button class="second" type="button" onClick={() => startPractice(scanner)}>
          {again}
        </button>
        <button class="main" type="button" onClick={() => endPractice(scanner)}>
          {count}
        </button>
      </div>
    </div>
  );
}
