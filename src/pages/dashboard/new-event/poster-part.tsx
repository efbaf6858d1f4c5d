import type { VNode } from 'preact';
import { lazily } from '../components/lazily.tsx';
import { Section } from '../components/section.tsx';
import type { PosterProps } from './poster-field.tsx';
import { useNewEventTexts } from './texts.ts';

const PosterField = lazily(
  async () => (await import('./poster-field.tsx')).PosterField,
  () => <div class="stack gap-s drop-zone" aria-hidden="true" />,
);

/** The last part of the page. The upload's code is loaded while the first part is filled in. */
export function PosterPart(props: PosterProps): VNode {
  const words = useNewEventTexts();
  return (
    <Section title={words.poster} isCard intro={words.posterText}>
      <PosterField {...props} />
    </Section>
  );
}
