import type { VNode } from 'preact';
import { writeMoment } from '../../shared/format-moment.ts';
import { Message } from '../../shared/message.tsx';
import { BusyButton } from '../components/busy-button.tsx';
import { useClock } from '../components/clock.ts';
import type { PageContext } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import type { Texts } from '../texts/read-texts.ts';

/** On every page of a host: support is told that it only reads, and owners who asks and who looks. */
export function SupportBanner(): VNode | null {
  const { texts, call, router, page } = useDashboard();
  const clock = useClock();
  const words = texts.shell.support;
  const end = async (visitId: string, isYours: boolean): Promise<void> => {
    const address = isYours
      ? `${page.base}/me/support-visits/${visitId}`
      : page.inHost(`/support/${visitId}`);
    await call(`${address}/end`, { method: 'POST' });
    if (isYours) location.assign(page.base);
    else await router.refresh();
  };
  if (page.support.length === 0) return null;
  return (
    <section class="banner" aria-label={words.label}>
      {page.support.map(({ visitId, about, email, endsAt }) => (
        <Message
          key={visitId}
          tone="warn"
          action={
            about === 'asked' ? (
              <a href={page.inHost('/support')}>{words.decide}</a>
            ) : (
              <BusyButton class="plain" onPress={() => end(visitId, about === 'yours')}>
                {words.end}
              </BusyButton>
            )
          }
        >
          {sayVisit(words, { about, email, until: writeMoment(endsAt, clock) })}
        </Message>
      ))}
    </section>
  );
}

function sayVisit(
  words: Texts['shell']['support'],
  { about, email, until }: { about: PageContext['support'][number]['about']; email: string; until: string },
): string {
  if (about === 'yours') return words.yours(until);
  return about === 'asked' ? words.asked(email) : words.under_way({ email, until });
}
