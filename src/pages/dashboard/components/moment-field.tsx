import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  isWallTime,
  lastClockChange,
  offsetMinutes,
  readWallTime,
  toWallTime,
  writeOffset,
  type ReadWallTime,
  type WallTime,
} from '../../../values/wall-time.ts';
import { nameClock } from '../../shared/format-moment.ts';
import { useDashboard } from '../dashboard.ts';
import { withWholeYear } from './follow-start.ts';
import { useFormField, type FieldProps } from './use-form-field.tsx';

/** The place of the time zone. `locale` is for `Intl`, as events have it. */
type Clock = { timezone: string; locale: string };

/**
 * A date and time in the event's time zone. Below it are its details: the day of the week, the clock's name, a change of the clock between
 * now and then, and the choice for a time that the clock skips or shows twice.
 *
 * The form's value is a wall time, such as `2027-03-06T18:00`, and the zone is another field or the event's own:
 *
 *     // in the body:  saleStartsAt: Optional(Nullable(WallTimeText()))
 *     // in the view:  saleStartsAt: saleStartsAt && toWallTime(saleStartsAt, event.timezone)
 *     <MomentField form={form} name="saleStartsAt" label={…} timezone={event.timezone} locale={event.locale} isOptional />
 *     // in the action: momentAt(saleStartsAt, event.timezone, before)   keeps the seconds of the old value
 */
export function MomentField<Body>({
  timezone,
  locale,
  onLeave,
  ...props
}: FieldProps<Body> & Clock & { onLeave?: (before: WallTime) => void }): VNode {
  const { form, name, isOptional } = props;
  const { input, years, wrongYear, enter, leave } = useLeaving(props, onLeave);
  const value = (form.values.value[name] as string | null) ?? '';
  const write = (text: string): void => form.set(name, text as never);
  form.writers.set(name, (wall) => (typeof wall === 'string' && wall !== '' ? wall.replace('T', ' ') : '–'));
  const field = useFormField(props, (described) => (
    <>
      <input
        {...described}
        ref={input}
        type="datetime-local"
        name={name}
        required={!isOptional}
        max="2199-12-31T23:59"
        value={value.slice(0, 16)}
        onInput={(event) => write(event.currentTarget.value)}
        onFocus={enter}
        onBlur={leave}
      />
      <Meaning text={value} readAs={years[value.slice(0, 4)]} {...{ wrongYear, timezone, locale, write }} />
    </>
  ));
  return <div class="moment-field">{field}</div>;
}

/** Acts when the field is left: the digits of a date arrive one by one, and nothing may change under them. */
function useLeaving<Body>({ form, name }: FieldProps<Body>, onLeave?: (before: WallTime) => void) {
  const input = useRef<HTMLInputElement>(null);
  const current = (): WallTime => (form.values.value[name] as WallTime | null) ?? '';
  /** The value when somebody came to the field; null: nobody is there. */
  const before = useRef<WallTime | null>(null);
  /** The years that were typed with two digits, by the year that we read. */
  const years = useSignal<Readonly<Record<string, string>>>({});
  /** A year that no event can have, such as 0202, in the field when it was left. */
  const wrongYear = useSignal<string | null>(null);
  const enter = (): void => void (before.current = current());
  const leave = (): void => {
    if (before.current === null) return;
    const typed = current();
    const whole = withWholeYear(typed);
    if (whole !== typed) {
      years.value = { ...years.value, [whole.slice(0, 4)]: typed.slice(2, 4) };
      form.set(name, whole as never);
    }
    wrongYear.value = whole === '' || isWallTime(whole) ? null : whole.slice(0, 4);
    if (whole !== before.current) onLeave?.(before.current);
    before.current = null;
    form.check(name);
  };
  const newest = useRef(leave);
  newest.current = leave;
  // Enter, and a button on some phones, sends the form while the field keeps the focus.
  useEffect(() => {
    const leaveNow = (): void => {
      newest.current();
      if (document.activeElement === input.current) input.current?.dispatchEvent(new FocusEvent('focus'));
    };
    const of = input.current?.form;
    of?.addEventListener('submit', leaveNow, { capture: true });
    return () => of?.removeEventListener('submit', leaveNow, { capture: true });
  }, []);
  return { input, years: years.value, wrongYear: wrongYear.value, enter, leave };
}

function Meaning({
  text,
  readAs,
  wrongYear,
  write,
  ...clock
}: Clock & {
  text: string;
  readAs: string | undefined;
  wrongYear: string | null;
  write: (text: string) => void;
}): VNode {
  const { moment } = useDashboard().texts.parts;
  const read = readWallTime(text, clock.timezone);
  return (
    <>
      <p class="moment-meaning soft" aria-live="polite">
        {readAs !== undefined && `${moment.readYear({ typed: readAs, read: text.slice(0, 4) })} `}
        {text.slice(0, 4) === wrongYear && moment.wrongYear(wrongYear)}
        {read && say(read, clock)}
        {read?.how === 'skipped' &&
          ` ${moment.skipped({ asked: text.slice(11), counts: toWallTime(read.at, clock.timezone).slice(11) })}`}
        {read && <ClockChanges at={read.at} {...clock} />}
      </p>
      {read?.how === 'twice' && <WhichTime read={read} text={text} {...clock} write={write} />}
    </>
  );
}

/** A time that happens twice that night. */
function WhichTime({
  read,
  text,
  write,
  ...clock
}: Clock & { read: ReadWallTime; text: string; write: (text: string) => void }): VNode {
  const { moment } = useDashboard().texts.parts;
  const shown = text.slice(0, 16);
  return (
    <fieldset class="moment-twice">
      <legend>{moment.twice(shown.slice(11))}</legend>
      {read.candidates.map((at, index) => {
        const offset = offsetMinutes(at, clock.timezone);
        return (
          <label key={offset} class="choice">
            <input
              type="radio"
              checked={at.getTime() === read.at.getTime()}
              onChange={() => write(index === 0 ? shown : shown + writeOffset(offset))}
            />
            <span>
              {index === 0 ? moment.first : moment.second} ({nameClock(at, clock)})
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The change of the clock until then, which the server can't say: it depends on the time of reading. */
function ClockChanges({ at, ...clock }: Clock & { at: Date }): VNode | null {
  const { texts, isLive } = useDashboard();
  const change = isLive.value ? lastClockChange(new Date(), at, clock.timezone) : null;
  if (!change) return null;
  const day = new Intl.DateTimeFormat(clock.locale, {
    timeZone: clock.timezone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const before = new Date(change.getTime() - 1);
  return (
    <>
      {' '}
      {texts.parts.moment.changes({
        day: day.format(change),
        before: nameClock(before, clock),
        after: nameClock(change, clock),
      })}
    </>
  );
}

const say = ({ at }: ReadWallTime, clock: Clock): string => {
  const style = { timeZone: clock.timezone, dateStyle: 'full', timeStyle: 'short' } as const;
  return `${new Intl.DateTimeFormat(clock.locale, style).format(at)} ${nameClock(at, clock)}.`;
};
