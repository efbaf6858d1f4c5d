import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { StartedPlan } from './data.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { PlanNotes } from '../components/plan-notes/plan-notes.tsx';
import { Section } from '../components/section.tsx';
import { HallSummary } from './hall-summary.tsx';
import { HallUpload } from './hall-upload.tsx';
import { LazyLiveHall } from './lazy-live-hall.tsx';
import { SeatRules } from './seat-rules.tsx';
import { useEventSeatsTexts } from './texts.ts';
import { NewVersion, UsePlan } from './use-plan.tsx';

type Started = StartedPlan & { name: string };

const DOWNLOADS = [
  ['/export', 'list'],
  ['/export/plan', 'plan'],
  ['/export/pretix', 'pretix'],
] as const;

/** The seats of the hall: their current state, and their source. */
export function EventSeatsView({ data }: ViewProps<'eventSeats'>): VNode {
  const texts = useEventSeatsTexts();
  const { page } = useDashboard();
  const at = (rest = ''): string => page.inHost(`/events/${data.event.eventId}/seats${rest}`);
  const seatCount = data.sections.reduce((sum, { seats }) => sum + seats, 0);
  const mayDraw = page.powers.includes('seating_plans.manage');
  const started = useSignal<Started | null>(null);
  const looked = useSignal<string | null>(null);
  const upload = (
    <Section
      title={seatCount > 0 ? texts.replaceTitle : texts.firstTitle}
      intro={seatCount > 0 ? texts.replaceIntro : mayDraw ? texts.firstIntro : texts.listIntro}
      isCard
    >
      <HallUpload
        data={data}
        at={at}
        isEmpty={seatCount === 0}
        mayDraw={mayDraw}
        onStarted={(plan) => {
          started.value = plan;
          looked.value = plan.number === null ? null : plan.planId;
        }}
      />
    </Section>
  );
  const use = (
    <>
      <div class="stack gap-s seats-news" role="status">
        {started.value && <StartedNews {...started.value} />}
      </div>
      <UsePlan data={data} at={at} looked={looked} />
    </>
  );
  return (
    <EventLayout event={data.event} page="seats">
      <NewVersion data={data} at={at} />
      {seatCount > 0 && (
        <>
          <Section title={texts.hall}>
            <LazyLiveHall data={data} at={at} />
          </Section>
          <SeatRules data={data} at={at} />
          <Section title={texts.bySection}>
            <HallSummary data={data} />
            {page.powers.includes('events.change') && (
              <p class="cluster gap-2xs-m above-m">
                {texts.download}
                {DOWNLOADS.map(([path, format]) => (
                  <a key={path} href={at(path)} download>
                    {texts.downloads[format]}
                  </a>
                ))}
              </p>
            )}
          </Section>
        </>
      )}
      {use}
      {upload}
    </EventLayout>
  );
}

/** A template or a file has become a plan of the host. */
function StartedNews({ name, planId, number, problems, notes }: Started): VNode {
  const texts = useEventSeatsTexts();
  const { page } = useDashboard();
  const open = <a href={page.inHost(`/seating-plans/${planId}`)}>{texts.mend}</a>;
  return (
    <>
      {number === null ? (
        <Message tone="warn" action={open}>
          {texts.notReady({ name, problems })}
        </Message>
      ) : (
        <Message tone="good" action={open}>
          {texts.started(name)}
        </Message>
      )}
      <PlanNotes notes={notes} />
    </>
  );
}
