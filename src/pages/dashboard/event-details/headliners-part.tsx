import type { VNode } from 'preact';
import { useLater } from '../../shared/use-later.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';

/** The headliners. The code that sorts them and crops their pictures loads after the rest of the page. */
export function HeadlinersPart(part: Part & { uploadTo: string }): VNode {
  const { texts } = useDashboard();
  const words = useEventDetailsTexts();
  const later = useLater(() => import('./lazy-components.ts'));
  part.form.labels.set('headliners', words.headliners);
  return (
    <Section title={words.headliners} intro={words.headlinersIntro} isCard>
      {later ? <later.HeadlinerList {...part} /> : <p class="soft">{texts.parts.working}</p>}
    </Section>
  );
}
