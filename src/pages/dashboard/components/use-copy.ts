import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useDashboard } from '../dashboard.ts';

const SAID_MS = 3_000;

/** Copies a text and says so. If the browser blocks the clipboard, it selects the text instead. */
export function useCopy(
  text: string,
  shown: RefObject<HTMLElement | null>,
): { said: Signal<string>; isCopied: boolean; copy: () => void } {
  const { parts } = useDashboard().texts;
  const said = useSignal('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = parts.copied;
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      said.value = parts.copyFailed;
    }
    setTimeout(() => (said.value = ''), SAID_MS);
  };
  return { said, isCopied: said.value === parts.copied, copy: () => void copy() };
}
