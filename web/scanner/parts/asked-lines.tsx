import type { VNode } from 'preact';
import type { Guest } from '../contract.ts';
import type { Scanner } from '../scanner.ts';

/** What the guest answered, of what the host shows at its doors. */
export function AskedLines({ scanner, guest }: { scanner: Scanner; guest: Guest }): VNode | null {
  const asked = guest.asked ?? [];
  if (asked.length === 0) return null;
  return (
    <ul class="asked">
      {asked.map(([label, answer]) => (
        <li key={label} dir="auto">
          {scanner.texts.verdict.asked(label)} <b>{answer}</b>
        </li>
      ))}
    </ul>
  );
}
