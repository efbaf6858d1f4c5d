import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { HallPlan } from '../../../../src/dashboard/event-seats/event-seats-view.ts';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../parts/use-action.ts';
import { inHost } from '../../paths.ts';
import { HallSummary } from './hall-summary.tsx';
import { HallUpload } from './hall-upload.tsx';
import { LazyHall } from './lazy-hall.tsx';
import { useEventSeatsTexts } from './texts/texts.ts';

/** The seats of the hall, and which ticket type each is sold as. */
export function EventSeatsView({ data, frame }: ViewProps<'eventSeats'>): VNode {
  const { call } = useDashboard();
  const texts = useEventSeatsTexts();
  const drawn = useSignal<HallPlan | null>(null);
  const at = (rest = ''): string => inHost(frame, `/events/${data.event.eventId}/seats${rest}`);
  const draw = useAction(async () => {
    drawn.value = (await call<{ plan: HallPlan }>(at('/map'))).plan;
  });
  const seatCount = data.sections.reduce((sum, { seats }) => sum + seats, 0);
  return (
    <EventFrame event={data.event} frame={frame} page="seats">
      {seatCount > 0 && (
        <Section
          title={texts.hall}
          action={
            <div class="actions">
              {!drawn.value && (
                <button type="button" class="second" aria-busy={draw.isBusy} onClick={() => draw.run()}>
                  {texts.draw}
                  {draw.isBusy && <span class="spinner" />}
                </button>
              )}
            </div>
          }
        >
          <HallSummary data={data} />
          <p class="seats-files">
            {texts.download}
            {texts.downloads.map(([path, name]) => (
              <a key={path} href={at(path)} download>
                {name}
              </a>
            ))}
          </p>
          {drawn.value && <LazyHall plan={drawn.value} />}
        </Section>
      )}
      <Section
        title={seatCount > 0 ? texts.replaceTitle : texts.firstTitle}
        intro={seatCount > 0 ? texts.replaceIntro : texts.firstIntro}
        isCard
      >
        <HallUpload data={data} at={at} isEmpty={seatCount === 0} onSaved={() => (drawn.value = null)} />
      </Section>
    </EventFrame>
  );
}
