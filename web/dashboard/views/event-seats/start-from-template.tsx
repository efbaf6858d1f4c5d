import type { VNode } from 'preact';
import type { TemplateSummary } from '../../../../src/dashboard/event-seats/event-seats-view.ts';
import { useAction } from '../../parts/use-action.ts';
import { useEventSeatsTexts } from './texts/texts.ts';

/** Halls that are there already, to look at and to take. */
export function StartFromTemplate({
  templates,
  isOpen,
  load,
}: {
  templates: readonly TemplateSummary[];
  isOpen: boolean;
  load: (templateId: TemplateSummary['templateId']) => Promise<void>;
}): VNode {
  const texts = useEventSeatsTexts();
  const loading = useAction(load);
  return (
    <details class="seats-start" open={isOpen}>
      <summary>{texts.startTitle}</summary>
      <p class="soft">{texts.startIntro}</p>
      <ul class="seats-templates">
        {templates.map(({ templateId, seats }) => {
          const [name, about] = texts.templates[templateId];
          return (
            <li key={templateId}>
              <button type="button" aria-disabled={loading.isBusy} onClick={() => loading.run(templateId)}>
                <b>{name}</b>
                <span class="soft">{about}</span>
                <span>{texts.seatsInTemplate(seats)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
