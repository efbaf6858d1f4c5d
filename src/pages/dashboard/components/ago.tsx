import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies [Intl.RelativeTimeFormatUnit, number][];

/** The time since a moment, in words, beside the moment itself. The server shows nothing, since its clock is not the reader's. */
export function Ago({ at }: { at: string }): VNode | null {
  const { page, isLive, texts } = useDashboard();
  if (!isLive.value) return null;
  const seconds = (Date.parse(at) - Date.now()) / 1_000;
  const found = UNITS.find(([, each]) => Math.abs(seconds) >= each);
  if (!found) return <>{texts.parts.justNow}</>;
  const [unit, length] = found;
  const write = new Intl.RelativeTimeFormat(page.locale, { numeric: 'auto' });
  return <>{write.format(Math.trunc(seconds / length), unit)}</>;
}
