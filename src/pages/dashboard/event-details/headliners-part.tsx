import type { VNode } from 'preact';
import { lazily, Working } from '../components/lazily.tsx';
import { Section } from '../components/section.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';

const HeadlinerList = lazily(async () => (await import('./lazy-components.ts')).HeadlinerList, Working);

/** The headliners. The code that sorts them and crops their pictures loads after the rest of the page. */
export function HeadlinersPart(part: Part & { uploadTo: string }): VNode {
  const words = useEventDetailsTexts();
  part.form.labels.set('headliners', words.headliners);
  return (
    <Section title={words.headliners} intro={words.headlinersIntro} isCard>
      <HeadlinerList {...part} />
    </Section>
  );
}
