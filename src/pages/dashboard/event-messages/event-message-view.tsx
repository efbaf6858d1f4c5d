import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventMessageView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Moment } from '../components/moment.tsx';
import { Progress } from '../components/progress.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useLookAgain } from '../components/use-look-again.ts';
import { withQuery } from '../paths.ts';
import { TONES, whomOf } from './message-whom.ts';
import { MailWays, type Ways } from './shown-mail.tsx';
import { useMessageTexts } from './texts.ts';
import { FailureLog } from './failure-log.tsx';
import { StopOrResume } from './stop-or-resume.tsx';

/** One message: its progress, its failures, and its words. */
export function EventMessageView({ data }: ViewProps<'eventMessage'>): VNode {
  const texts = useMessageTexts();
  const { page } = useDashboard();
  const { event, message } = data;
  const path = `/events/${event.eventId}/messages`;
  const ways = useSignal<Ways>({ language: 'en', part: 'html' });
  const shown = withQuery(page.inHost(`${path}/${message.messageId}/shown`), ways.value);
  useLookAgain(message.state === 'sending' || message.state === 'gathering');
  return (
    <EventLayout event={event} page="messages">
      <p class="below-m">
        <a href={page.inHost(path)}>{texts.back}</a>
      </p>
      <Section
        title={message.subject}
        action={
          <a class="second" href={withQuery(page.inHost(`${path}/new`), { from: message.messageId })}>
            {texts.again}
          </a>
        }
        isCard
      >
        <Standing data={data} />
      </Section>
      {data.failures.length > 0 && <FailureLog data={data} />}
      <Section title={texts.preview} intro={texts.previewIntro}>
        <MailWays ways={ways}>
          <iframe key={shown} class="message-frame" title={texts.previewTitle} src={shown} loading="lazy" />
        </MailWays>
      </Section>
    </EventLayout>
  );
}

/** The sender, the recipients and the progress. */
function Standing({ data }: { data: Data }): VNode {
  const texts = useMessageTexts();
  const { event, message } = data;
  const { people, sent, refused, state, waiting } = message;
  const write = (count: number): string => count.toLocaleString(event.locale);
  return (
    <div class="stack gap-m flush">
      <p>
        <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge> {whomOf(texts, message)}.{' '}
        {texts.sentBy} {message.by ?? texts.somebody}, <Moment at={message.createdAt} />.
      </p>
      <div class="stack gap-m flush" role="status">
        {state === 'gathering' ? (
          <p>{texts.gathering(people)}</p>
        ) : (
          <Progress
            label={texts.progress({ done: sent + refused, all: people })}
            done={sent + refused}
            of={people}
          />
        )}
        {state === 'sending' && <p>{texts.sending}</p>}
        {state === 'sent' && (
          <Message tone={refused > 0 ? 'warn' : 'good'}>
            {refused > 0 ? texts.finishedBut : texts.finished}
          </Message>
        )}
        {message.stoppedFor !== null && (
          <Message tone="warn">{texts.whyStopped(message.stoppedFor, message.stoppedBy)}</Message>
        )}
      </div>
      <Stats>
        <Stat label={texts.sent} value={write(sent)} />
        <Stat label={texts.refused} value={write(refused)} />
        <Stat
          label={state === 'stopped' ? texts.leftStopped : texts.left}
          value={write(people - sent - refused)}
          note={waiting > 0 && texts.waitingNote(waiting)}
        />
      </Stats>
      {state !== 'sent' && <StopOrResume message={message} event={event} />}
    </div>
  );
}
