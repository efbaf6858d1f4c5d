import type { VNode } from 'preact';
import { MISSING_AT_DOOR } from '../../../rules/door-answers.ts';
import type { Guest } from '../contract.ts';
import type { Scanner } from '../scanner.ts';

/** The guest's answers to the questions that the host shows at its doors. */
export function AskedLines({ scanner, guest }: { scanner: Scanner; guest: Guest }): VNode | null {
  const asked = guest.asked ?? [];
  if (asked.length === 0) return null;
  return (
    <ul class="asked">
      {asked.map(([label, answer]) => (
        <li key={label} dir="auto">
          {/[?:!.…]$/.test(label) ? label : scanner.texts.verdict.asked(label)}{' '}
          <b>{answer === MISSING_AT_DOOR ? scanner.texts.verdict.unanswered : answer}</b>
        </li>
      ))}
    </ul>
  );
}
