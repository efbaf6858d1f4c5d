import type { VNode } from 'preact';
import type { Publishing } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { usePublicTexts } from './public-texts.ts';
import { usePublishing, type Choices } from './use-publishing.ts';

/** A public event: its visibility and sales, and buttons to change both. */
export function VisibilitySection({
  event,
  publishing,
}: {
  event: ShownEvent;
  publishing: Publishing;
}): VNode {
  const words = usePublicTexts();
  const { change, unpublish } = usePublishing(event);
  const { isComingSoon, isStopped, isUnlisted } = publishing;
  const switching = useAction((name: keyof Choices) => change(name, !publishing[name]));
  const back = useAction(() => unpublish({ isComingSoon, isUnlisted }));
  const isBusy = switching.isBusy || back.isBusy;
  // Somebody may have bought since the page was opened.
  const { sold = 0, held = 0 } = event.figures ?? {};
  const wasHeld = publishing.wasHeld || sold + held > 0;
  const switchOf = (name: keyof Choices): VNode => (
    <button type="button" class="second" aria-disabled={isBusy} onClick={() => switching.run(name)}>
      {publishing[name] ? words.switchOff[name] : words.switchOn[name]}
    </button>
  );
  return (
    <Section
      title={words.visibility}
      isCard
      intro={
        <>
          {isUnlisted ? words.isUnlisted : words.isPublic}{' '}
          {isStopped ? words.isStopped : isComingSoon && words.isAnnounced}
        </>
      }
    >
      <div class="actions">
        {!isStopped && switchOf('isComingSoon')}
        {switchOf('isUnlisted')}
        {!wasHeld && (
          <button type="button" class="second" aria-disabled={isBusy} onClick={back.run}>
            {words.unpublish}
          </button>
        )}
      </div>
      {wasHeld && (
        <p class="soft">
          {words.staysPublic} {words.insteadOfDraft({ canPause: !isComingSoon, canHide: !isUnlisted })}
        </p>
      )}
    </Section>
  );
}

/** Usual next steps after publishing. */
export function NextSteps({ event }: { event: ShownEvent }): VNode | null {
  const words = usePublicTexts();
  const { page } = useDashboard();
  const steps = (
    [
      ['embed', '/embed', 'events.see'],
      ['promoCodes', '/promo-codes', 'events.change'],
      ['integrations', '/integrations', 'integrations.manage'],
      ['duplicate', '/duplicate', 'events.create'],
    ] as const
  ).filter(([, , power]) => page.powers.includes(power));
  if (steps.length === 0) return null;
  return (
    <Section title={words.next}>
      <ul class="tiles next-steps">
        {steps.map(([name, path]) => (
          <li key={name}>
            <a class="tap" href={page.inHost(`/events/${event.eventId}${path}`)}>
              {words.nextSteps[name].title}
            </a>
            <p class="soft">{words.nextSteps[name].text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
