import type { VNode } from 'preact';
import type { EventCheckInView as Data } from './data.ts';
import { MAX_OPENS_MINUTES, OPENS_MINUTES_BEFORE } from '../../../rules/check-in-hours.ts';
import { useDashboard } from '../dashboard.ts';
import { EventMoment } from '../components/event-moment.tsx';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { useCheckInTexts } from './texts.ts';

const [HOUR, DAY] = [60, 24 * 60];
const OFFERED = [HOUR, 2 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 30 * DAY, MAX_OPENS_MINUTES];

/** The opening of check-in. Everybody at the doors sees it; managers change it. */
export function HoursSection({ data }: { data: Data }): VNode {
  const texts = useCheckInTexts();
  const { page } = useDashboard();
  const { event, rules } = data;
  const isAlways = rules.opensMinutesBefore === MAX_OPENS_MINUTES;
  return (
    <Section title={texts.hours} isCard>
      <p>
        {isAlways ? (
          texts.anyTime
        ) : (
          <>
            {rules.isOpen ? texts.isOpenSince : texts.opensOn}{' '}
            <EventMoment at={rules.opensAt} timezone={event.timezone} locale={event.locale} />.
          </>
        )}
      </p>
      {!rules.isOpen && <p class="hint soft">{texts.notOpenHint}</p>}
      {page.powers.includes('doors.manage') && <SetHours data={data} />}
    </Section>
  );
}

function SetHours({ data: { event, rules } }: { data: Data }): VNode {
  const texts = useCheckInTexts();
  const { send, page } = useDashboard();
  const known = rules.opensMinutesBefore;
  const action = useAction((body: { opensMinutesBefore: number | null } | { opensNow: true }) =>
    send(page.inHost(`/events/${event.eventId}/check-in/rules`), {
      method: 'PATCH',
      body,
      told: texts.hoursSaved,
    }),
  );
  const choices = [...new Set([...OFFERED, known ?? DAY])].toSorted((one, other) => one - other);
  const choose = (value: string): void =>
    action.run({ opensMinutesBefore: value === '' ? null : Number(value) });
  return (
    <div class="check-in-hours">
      <div class="field">
        <label for="check-in-opens">{texts.opens}</label>
        <select
          id="check-in-opens"
          value={known ?? ''}
          aria-busy={action.isBusy}
          onChange={(change) => choose(change.currentTarget.value)}
        >
          <option value="" selected={known === null}>
            {texts.opensAsUsual(texts.before(OPENS_MINUTES_BEFORE))}
          </option>
          {choices.map((minutes) => (
            <option key={minutes} value={minutes} selected={minutes === known}>
              {minutes === MAX_OPENS_MINUTES ? texts.anyTime : texts.before(minutes)}
            </option>
          ))}
        </select>
      </div>
      {!rules.isOpen && (
        <button
          type="button"
          class="second"
          aria-busy={action.isBusy}
          onClick={() => action.run({ opensNow: true })}
        >
          {texts.openNow}
        </button>
      )}
    </div>
  );
}
