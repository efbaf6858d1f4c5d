import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Publishing } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { PublishItem, PublishStep } from '../../../events/publish-checklist.ts';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon } from '../../shared/icons.ts';
import { type Page, useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { EventPeriod } from '../components/event-moment.tsx';
import { lastsLong } from '../components/lasts-long.ts';
import { Section } from '../components/section.tsx';
import { useOverviewTexts } from './texts.ts';
import { usePublishing, type Choices } from './use-publishing.ts';

type Props = { event: ShownEvent; publishing: Publishing; onPublished: () => void };

/** A draft: its remaining steps, the links to them, and its publication. */
export function DraftSection({ event, publishing, onPublished }: Props): VNode {
  const words = useOverviewTexts();
  const { page } = useDashboard();
  const needed = publishing.checklist.filter(({ isNeeded }) => isNeeded);
  const done = needed.filter(({ isDone }) => isDone);
  const isReady = done.length === needed.length;
  return (
    <Section
      title={isReady ? words.checklistReady : words.checklist}
      intro={words.intro}
      isCard
      action={
        page.powers.includes('events.create') && (
          <a class="plain" href={page.inHost(`/new-event?draft=${event.eventId}`)}>
            {words.goOn}
          </a>
        )
      }
    >
      <div class="row wrap gap-2xs-s below-m publish-progress">
        <progress value={done.length} max={needed.length} aria-hidden="true" />
        <span class="soft">{words.progress({ done: done.length, all: needed.length })}</span>
      </div>
      <ul class="stack publish-steps">
        {publishing.checklist.map((item) => (
          <Step key={item.step} item={item} event={event} />
        ))}
      </ul>
      <PublishForm event={event} publishing={publishing} onPublished={onPublished} isReady={isReady} />
    </Section>
  );
}

function Step({ item, event }: { item: PublishItem; event: ShownEvent }): VNode {
  const words = useOverviewTexts();
  const { page, texts } = useDashboard();
  const { title, todo, go } = words.steps[item.step];
  const href = whereTo(item.step, event, page);
  const hours = lastsLong(new Date(event.startsAt), new Date(event.closesAt));
  const isLong = item.step === 'date' && item.isDone && hours !== null;
  const note = item.isSandbox ? words.sandbox : isLong ? texts.parts.moment.isItRight(hours) : null;
  const tone = item.isDone ? 'done' : item.isNeeded ? 'needed' : 'wished';
  return (
    <li class={tone}>
      <span class="step-mark">{item.isDone && <Icon path={checkIcon} />}</span>
      <div>
        <p>
          <strong>{title}</strong>{' '}
          <span class={item.isDone || item.isNeeded ? 'aloud' : 'soft'}>
            {item.isDone ? words.done : item.isNeeded ? words.toDo : words.recommended}
          </span>
        </p>
        {item.step === 'date' && (
          <p class="soft">
            <EventPeriod event={event} />
          </p>
        )}
        {(!item.isDone || note !== null) && (
          <p class="soft">
            {note ?? todo}{' '}
            {href === null ? (
              words.askOwner
            ) : (
              <a class="tap" href={href}>
                {go}
              </a>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

const PAGES: Partial<Record<PublishStep, string>> = {
  ticket_type: '/tickets',
  seats: '/seats',
  prices: '/tickets',
  poster: '/pictures',
};

/** The page that handles a step; null if this member can't open it. */
function whereTo(step: PublishStep, event: ShownEvent, page: Page): string | null {
  if (step === 'host_confirmed') return `${page.base}/me`;
  if (step === 'contact') return page.powers.includes('settings.change') ? page.inHost('/settings') : null;
  if (step !== 'payment_account') return page.inHost(`/events/${event.eventId}${PAGES[step] ?? '/details'}`);
  return page.powers.includes('payment_accounts.manage') ? page.inHost('/payment-accounts') : null;
}

function PublishForm({ event, publishing, onPublished, isReady }: Props & { isReady: boolean }): VNode {
  const words = useOverviewTexts();
  const { publish } = usePublishing(event);
  const choices = useSignal<Choices>({
    isComingSoon: publishing.isComingSoon,
    isUnlisted: publishing.isUnlisted,
  });
  const choice = (name: keyof Choices, label: string, hint: string): VNode => (
    <div class="field check">
      <label class="choice">
        <input
          type="checkbox"
          checked={choices.value[name]}
          onChange={(change) => (choices.value = { ...choices.value, [name]: change.currentTarget.checked })}
        />
        <span>
          {label}
          <small class="soft">{hint}</small>
        </span>
      </label>
    </div>
  );
  return (
    <fieldset class="stack gap-s publish-form">
      <legend>{words.choices}</legend>
      {choice('isComingSoon', words.comingSoon, words.comingSoonHint)}
      {choice('isUnlisted', words.unlisted, words.unlistedHint)}
      <div class="form-actions">
        <BusyButton
          class="main"
          aria-describedby={isReady ? undefined : 'publish-not-yet'}
          isReady={isReady}
          onPress={() => publish(choices.value).then(onPublished)}
        >
          {words.publish}
        </BusyButton>
        {!isReady && (
          <span id="publish-not-yet" class="soft">
            {words.notYet}
          </span>
        )}
      </div>
    </fieldset>
  );
}
