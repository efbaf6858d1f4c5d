import { lazily } from '../components/lazily.tsx';
import { useEventSeatsTexts } from './texts.ts';

/** A hall as buyers see it. Its code is loaded when there is a hall to draw. */
export const LazyHall = lazily(
  async () => (await import('./drawn-hall.tsx')).DrawnHall,
  () => <p class="soft">{useEventSeatsTexts().drawing}</p>,
);
