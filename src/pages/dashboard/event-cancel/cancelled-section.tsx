import type { VNode } from 'preact';
import type { EventCancelView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { Moment } from '../components/moment.tsx';
import { Progress } from '../components/progress.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { useLookAgain } from '../components/use-look-again.ts';
import { writeMoney } from '../components/write-money.ts';
import { FailuresSection } from './failures-section.tsx';
import { useEventCancelTexts } from './texts.ts';

type Cancellation = NonNullable<Data['cancellation']>;

const AN_HOUR_MS = 60 * 60_000;

/** The progress of orders, money and mails, and the failures. */
export function CancelledSection({ data, cancellation }: { data: Data; cancellation: Cancellation }): VNode {
  const texts = useEventCancelTexts();
  const { orders } = cancellation;
  const all = orders.done + orders.failed + orders.left;
  useFollowing(cancellation);
  return (
    <>
      <Section title={texts.done} isCard>
        <div class="stack gap-m flush">
          <p>
            {texts.doneText} {texts.byWhom(cancellation.by)}, <Moment at={cancellation.createdAt} />.
          </p>
          {cancellation.reason !== '' && (
            <>
              <p class="soft">{texts.theReason}</p>
              <blockquote class="cancel-reason">{cancellation.reason}</blockquote>
            </>
          )}
          <div class="stack gap-m flush" role="status">
            {all > 0 && (
              <Progress label={texts.progress({ done: orders.done, all })} done={orders.done} of={all} />
            )}
            {cancellation.finishedAt === null ? (
              <p>{texts.working}</p>
            ) : (
              <Message tone="good">{texts.finished}</Message>
            )}
          </div>
          <Counts data={data} cancellation={cancellation} />
        </div>
      </Section>
      {cancellation.failures.length > 0 && <FailuresSection data={data} failures={cancellation.failures} />}
    </>
  );
}

function Counts({ data, cancellation }: { data: Data; cancellation: Cancellation }): VNode {
  const texts = useEventCancelTexts();
  const { locale } = data.event;
  const { orders, refunds, mails, money } = cancellation;
  const write = (number: number): string => number.toLocaleString(locale);
  return (
    <Stats>
      {money.map(({ currency, asked, made }) => (
        <Stat
          key={currency}
          label={texts.moneyBack}
          value={writeMoney(made, { locale, currency })}
          note={texts.ofAsked(writeMoney(asked, { locale, currency }))}
        />
      ))}
      <Stat
        label={texts.refundsMade}
        value={write(refunds.made)}
        note={texts.refundsNote(refunds.underWay, refunds.settledByHand)}
      />
      <Stat label={texts.failed} value={write(refunds.needAttention + orders.failed)} />
      <Stat
        label={texts.mails}
        value={write(mails.sent)}
        note={texts.mailsNote(mails.waiting, mails.refused)}
      />
    </Stats>
  );
}

/** Refresh while something is still going on, unless it waits for a bank for days. */
function useFollowing({ finishedAt, mails, refunds, createdAt }: Cancellation): void {
  // Mails and refunds that still wait after an hour wait for a server or a bank.
  const isOld = finishedAt !== null && Date.now() - Date.parse(createdAt) > AN_HOUR_MS;
  useLookAgain(!isOld && (finishedAt === null || mails.waiting > 0 || refunds.underWay > 0));
}
