import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { momentAt, isWallTime, type WallTime } from '../../../values/wall-time.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { endAfterMove, endAfterTyping, isInOrder, type StartAndEnd } from './follow-start.ts';
import { lastsLong } from './lasts-long.ts';
import { MomentField } from './moment-field.tsx';
import type { Form } from './use-form.ts';

/**
 * Start and end of an event. The end keeps its distance from the start, and a note says when it moved. Nothing changes while
 * somebody is still typing.
 */
export function StartAndEndFields<Body extends StartAndEnd>({
  form: given,
  ...clock
}: {
  form: Form<Body>;
  timezone: string;
  locale: string;
}): VNode {
  const { texts } = useDashboard();
  const words = texts.parts.moment;
  const form = given as unknown as Form<StartAndEnd>;
  const values = form.values as { value: StartAndEnd };
  form.checks.set('closesAt', () => (isInOrder(values.value) ? undefined : words.endFirst));
  /** The end before it moved, and why it did. */
  const moved = useSignal<{ from: WallTime; to: WallTime; why: string } | null>(null);
  const move = (to: WallTime, why: string): void => {
    const { closesAt: from } = values.value;
    // A first end is nothing that moved.
    moved.value = to === from || from === '' ? null : { from, to, why };
    if (to !== from) form.set('closesAt', to);
    form.check('closesAt');
  };
  const putBack = (): void => {
    if (moved.value) form.set('closesAt', moved.value.from);
    form.check('closesAt');
  };
  const { closesAt } = values.value;
  return (
    <>
      <div class="side-by-side">
        <MomentField
          form={form}
          name="startsAt"
          {...clock}
          onLeave={(before) => move(endAfterMove({ ...values.value, before }), words.endMoved)}
        />
        <MomentField
          form={form}
          name="closesAt"
          {...clock}
          onLeave={() => move(endAfterTyping(values.value), words.endNextDay)}
        />
      </div>
      <div role="status" class="stack gap-s moment-note">
        {moved.value?.to === closesAt && (
          <p class="soft">
            {moved.value.why}{' '}
            <button type="button" class="plain" onClick={putBack}>
              {texts.parts.undo}
            </button>
          </p>
        )}
        <LengthWarning {...values.value} timezone={clock.timezone} />
      </div>
    </>
  );
}

/** Most events end the same night. */
function LengthWarning({ startsAt, closesAt, timezone }: StartAndEnd & { timezone: string }): VNode | null {
  const { texts } = useDashboard();
  if (!isWallTime(startsAt) || !isWallTime(closesAt)) return null;
  const hours = lastsLong(momentAt(startsAt, timezone), momentAt(closesAt, timezone));
  return hours === null ? null : <Message tone="warn">{texts.parts.moment.isItRight(hours)}</Message>;
}
