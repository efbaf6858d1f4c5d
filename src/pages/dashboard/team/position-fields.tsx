import type { VNode } from 'preact';
import { ROLES, type Role } from '../../../powers.ts';
import type { TeamView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Checklist } from '../components/checklist.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import type { Form } from '../components/use-form.ts';
import { type TeamTexts, useTeamTexts } from './texts.ts';

export type Position = { role: Role; eventIds: string[] | null };

/** The fields of a member's role and events. */
export function PositionFields<Body extends Position>({
  form,
  events,
}: {
  form: Form<Body>;
  events: TeamView['events'];
}): VNode {
  const texts = useTeamTexts();
  const { role, eventIds } = form.values.value as Position;
  return (
    <>
      <RadioGroup
        form={form}
        name="role"
        choices={ROLES.map((value) => ({
          value,
          label: texts.shell.roles[value],
          hint: texts.team.roleHints[value],
        }))}
      />
      {role === 'owner' ? (
        <p class="soft">{texts.team.ownersHaveAll}</p>
      ) : (
        <EventsField form={form} events={events} chosen={eventIds === ('' as never) ? null : eventIds} />
      )}
    </>
  );
}

function EventsField({
  form,
  events,
  chosen,
}: {
  form: Form<Position>;
  events: TeamView['events'];
  chosen: string[] | null;
}): VNode {
  const texts = useTeamTexts();
  const { page } = useDashboard();
  const { team } = texts;
  const { locale } = page;
  const error = form.errors.value['eventIds'];
  const id = `${form.id}-eventIds`;
  form.labels.set('eventIds', team.which);
  form.writers.set('eventIds', (ids) => writeEvents(ids as string[] | null, events, texts));
  const choose = (ids: string[] | null): void => form.set('eventIds', ids);
  const day = (at: string, timeZone: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at));
  return (
    <fieldset class="field radios" aria-describedby={error === undefined ? undefined : `${id}-about`}>
      <legend>{team.which}</legend>
      <label class="choice">
        <input type="radio" name={id} checked={chosen === null} onChange={() => choose(null)} />
        <span>
          {team.which_all}
          <small class="soft">{team.which_all_hint}</small>
        </span>
      </label>
      <label class="choice">
        <input
          type="radio"
          name={id}
          checked={chosen !== null}
          aria-invalid={error !== undefined}
          onChange={() => choose([])}
        />
        <span>{team.which_chosen}</span>
      </label>
      {error !== undefined && (
        <p class="error" id={`${id}-about`}>
          {error}
        </p>
      )}
      {chosen !== null && (
        <Checklist
          items={events.map(({ eventId, name, startsAt, timezone }) => ({
            value: eventId,
            label: name,
            hint: day(startsAt, timezone),
          }))}
          chosen={chosen}
          onChange={choose}
          texts={{ find: team.find, none: team.noSuchEvent, empty: team.noEvents, count: team.chosen }}
        />
      )}
    </fieldset>
  );
}

function writeEvents(ids: string[] | null, events: TeamView['events'], { team }: TeamTexts): string {
  if (ids === null) return team.allEvents;
  if (ids.length === 0) return team.someEvents(0);
  const names = events.filter(({ eventId }) => ids.includes(eventId)).map(({ name }) => name);
  const hidden = ids.length - names.length;
  return [...names, ...(hidden > 0 ? [team.otherEvents(hidden)] : [])].join(', ');
}
