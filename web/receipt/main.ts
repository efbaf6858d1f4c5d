import { countDown } from '../shared/count-down.ts';
import { followOrder } from './follow-order.ts';

// Comforts for the receipt, which works in full without them.

countDown({ onEnd: () => location.reload() });

const live = document.querySelector<HTMLElement>('[data-live]');
if (live) followOrder(live);

// What is there when a page loads is not announced by every screen reader; what gets the focus is.
document.querySelector<HTMLElement>('.notice[role=status]')?.focus();
