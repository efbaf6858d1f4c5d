import { useSignal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Section } from '../components/section.tsx';
import type { PosterProps } from './poster-field.tsx';
import { useNewEventTexts } from './texts.ts';

/** The last part of the page. The upload's code is loaded while the first part is filled in. */
export function PosterPart(props: PosterProps): VNode {
  const words = useNewEventTexts();
  const field = useSignal<{ view: FunctionComponent<PosterProps> } | null>(null);
  useEffect(() => {
    void import('./poster-field.tsx').then(({ PosterField }) => (field.value = { view: PosterField }));
  }, []);
  const Field = field.value?.view;
  return (
    <Section title={words.poster} isCard intro={words.posterText}>
      {Field ? <Field {...props} /> : <div class="stack gap-s drop-zone" aria-hidden="true" />}
    </Section>
  );
}
