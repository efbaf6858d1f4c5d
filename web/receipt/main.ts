import { countDown } from './count-down.ts';
import { followOrder } from './follow-order.ts';

// Comforts for the receipt, which works in full without them.

const timer = document.querySelector<HTMLElement>('[data-seconds-left]');
if (timer) countDown(timer);

const live = document.querySelector<HTMLElement>('[data-live]');
if (live) followOrder(live);

// What is there when a page loads is not announced by every screen reader; what gets the focus is.
document.querySelector<HTMLElement>('.notice[role=status]')?.focus();
