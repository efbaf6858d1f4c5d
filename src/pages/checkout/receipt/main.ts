import { closeLanguages } from '../../shared/close-languages.ts';
import { countDown } from '../../shared/count-down.ts';
import { offerCopying } from '../../shared/offer-copying.ts';
import { offerSharing } from '../../shared/offer-sharing.ts';
import { followOrder } from './follow-order.ts';
import { showReturnSum } from './show-return-sum.ts';

// Comforts for the receipt, which works in full without them.

countDown({ onEnd: () => location.reload() });

const live = document.querySelector<HTMLElement>('[data-live]');
if (live) followOrder(live);

offerSharing();
offerCopying();
closeLanguages();
showReturnSum();

// The receipt without the rest of the page.
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const page = document.documentElement;
    page.dataset['printing'] = button.dataset['print'];
    addEventListener('afterprint', () => delete page.dataset['printing'], { once: true });
    print();
  });
}

// Not every screen reader announces text that is there when a page loads; all announce the focus.
document.querySelector<HTMLElement>('.notice[role=status]')?.focus();
