import { sumOfReturn } from '../../../rules/return-sum.ts';
import { moneyFormatter } from '../../../values/money-formatter.ts';

/** The exact sum that goes back for the tickets that are ticked, before the link is asked for. */
export function showReturnSum(): void {
  const shown = document.querySelector<HTMLElement>('[data-return-sum]');
  const form = shown?.closest('form');
  if (!shown || !form) return;
  const { returnSum = '', nothing = '', left, step, locale = 'en', currency = '' } = shown.dataset;
  const format = moneyFormatter(locale, currency);
  const show = (): void => {
    const ticked = [...form.querySelectorAll<HTMLInputElement>('input:checked')];
    const sum = sumOfReturn(
      { leftMinor: Number(left), stepMinor: Number(step) },
      ticked.map(({ dataset }) => ({ amountMinor: Number(dataset['minor']) })),
    );
    const text = sum > 0 ? returnSum.replace('{sum}', () => format(sum)) : nothing;
    shown.textContent = ticked.length === 0 ? '' : text;
  };
  form.addEventListener('change', show);
  // A browser that goes back ticks what was ticked.
  show();
}
