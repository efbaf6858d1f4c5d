import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { inHost } from '../../paths.ts';
import { useNewEventTexts } from './texts/texts.ts';

/** An event is made: a draft at once. */
export function NewEventView({ frame }: ViewProps<'newEvent'>): VNode {
  const texts = useNewEventTexts();
  return (
    <PageHeader title={texts.title} back={{ href: inHost(frame, ''), label: texts.back }}>
      {texts.intro}
    </PageHeader>
  );
}
