import type { VNode } from 'preact';
import { setApart } from '../../shared/set-apart.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { ShownAutomaticMail } from './data.ts';
import { useMessageTexts } from './texts.ts';

/** The mails that go out by themselves around an event, each with its state. */
export function AutomaticMails({
  event,
  mails,
}: {
  event: ShownEvent;
  mails: readonly ShownAutomaticMail[];
}): VNode {
  const { page } = useDashboard();
  const { automatic: texts } = useMessageTexts();
  return (
    <Section title={texts.title} intro={texts.intro} isCard>
      <ul class="automatic-mails">
        {mails.map((mail) => (
          <li key={mail.kind}>
            <a href={page.inHost(`/events/${event.eventId}/messages/automatic/${mail.kind}`)}>
              {texts.names[mail.kind]}
            </a>
            <StatusBadge tone={mail.isOn ? 'good' : 'off'}>{mail.isOn ? texts.on : texts.off}</StatusBadge>
            <WhenItGoes mail={mail} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** When it goes out, or when it went. */
export function WhenItGoes({ mail }: { mail: ShownAutomaticMail }): VNode | null {
  const { automatic: texts } = useMessageTexts();
  const { isOn, dueAt, begunAt, orders } = mail;
  if (dueAt !== null) return <span class="soft">{setApart(texts.goes, <Moment at={dueAt} />)}</span>;
  if (begunAt !== null)
    return (
      <span class="soft">{setApart((when) => texts.went({ when, orders }), <Moment at={begunAt} />)}</span>
    );
  return isOn && mail.kind !== 'cart' ? <span class="soft">{texts.late}</span> : null;
}
