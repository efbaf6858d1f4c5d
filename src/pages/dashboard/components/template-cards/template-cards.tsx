import type { VNode } from 'preact';
import type { SketchedTemplate } from '../../seating-plans/data.ts';
import { PlanSketch } from './plan-sketch.tsx';
import { useTemplateTexts } from './texts.ts';

/** Templates of halls, each as a card to press. */
export function TemplateCards({
  templates,
  isBusy,
  onChoose,
}: {
  templates: readonly SketchedTemplate[];
  isBusy: boolean;
  /** With its name, in the page's language. */
  onChoose: (templateId: SketchedTemplate['templateId'], name: string) => void;
}): VNode {
  const texts = useTemplateTexts();
  return (
    <ul class="template-cards">
      {templates.map(({ templateId, seats, sketch }) => {
        const { name, about } = texts.templates[templateId];
        return (
          <li key={templateId}>
            <button type="button" aria-disabled={isBusy} onClick={() => onChoose(templateId, name)}>
              <PlanSketch sketch={sketch} />
              <b>{name}</b>
              <span class="soft">{about}</span>
              <span>{texts.seats(seats)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
