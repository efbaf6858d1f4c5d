import type { EarlyTaps } from './early-taps.ts';

// In the page itself, ahead of everything: on a slow line the buttons are there seconds before the script that they wait for.
// Presses are noted and shown meanwhile; early-taps.ts presses again once somebody listens.

const buttons: HTMLButtonElement[] = [];
const marks: (() => void)[] = [];

const note = ({ target }: Event): void => {
  const button = (target as Element).closest<HTMLButtonElement>('#checkout button');
  if (!button) return;
  buttons.push(button);
  const stepper = button.closest<HTMLElement>('.stepper');
  if (stepper) count(stepper, Number(button.dataset['by']));
  else if (button.matches('.main')) waitOn(button);
};

/** As the page will show it in a moment. */
function count(stepper: HTMLElement, by: number): void {
  const shown = stepper.querySelector('.count');
  if (!shown) return;
  const most = Number(stepper.dataset['most']);
  show(Math.min(Math.max(Number(shown.textContent) + by, 0), most));
  // The script draws over the page, which must be as it was sent.
  marks.push(() => show(0));

  function show(wanted: number): void {
    if (shown) shown.textContent = `${wanted}`;
    stepper.classList.toggle('some', wanted > 0);
    const [less, more] = stepper.querySelectorAll('button');
    less?.setAttribute('aria-disabled', `${wanted === 0}`);
    more?.setAttribute('aria-disabled', `${wanted === most}`);
  }
}

function waitOn(button: HTMLButtonElement): void {
  if (button.querySelector('.spinner')) return;
  const spinner = document.createElement('span');
  spinner.className = 'spinner';
  button.append(spinner);
  marks.push(() => spinner.remove());
}

document.addEventListener('click', note);
const earlyTaps: EarlyTaps = {
  take() {
    document.removeEventListener('click', note);
    for (const unmark of marks) unmark();
    return buttons;
  },
};
Object.assign(globalThis, { earlyTaps });
