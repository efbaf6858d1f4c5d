import type { VNode } from 'preact';
import type { ShownRoom } from './data.ts';
import { LetInBody } from './bodies.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useWaitingRoomTexts } from './texts.ts';

type Props = { room: ShownRoom; event: ShownEvent };

// A small first step.
const FIRST_COUNT = 10;

/** Actions while people wait: pause, resume, and let some in now. */
export function ControlSection({ room, event }: Props): VNode {
  const texts = useWaitingRoomTexts();
  const { page } = useDashboard();
  const base = page.inHost(`/events/${event.eventId}/waiting-room`);
  return (
    <Section title={texts.control} isCard>
      <div class="stack gap-l room-control">
        <PauseButton base={base} isPaused={room.phase === 'paused'} />
        <LetInForm base={base} />
      </div>
    </Section>
  );
}

/** Each button undoes the other. */
function PauseButton({ base, isPaused }: { base: string; isPaused: boolean }): VNode {
  const texts = useWaitingRoomTexts();
  const { send } = useDashboard();
  const action = (): Promise<unknown> =>
    send(`${base}/${isPaused ? 'resume' : 'pause'}`, { told: isPaused ? texts.resumed : texts.paused });
  return (
    <div>
      <BusyButton class={isPaused ? 'main' : 'second'} onPress={action}>
        {isPaused ? texts.resume : texts.pause}
      </BusyButton>
    </div>
  );
}

function LetInForm({ base }: { base: string }): VNode {
  const texts = useWaitingRoomTexts();
  const { send } = useDashboard();
  const form = useForm({
    schema: LetInBody,
    initial: { count: FIRST_COUNT },
    send: (body) => send(`${base}/let-in`, { body, told: texts.letInDone(body.count) }),
  });
  return (
    <Form form={form} submit={texts.letInNow} isSecond>
      <TextField
        form={form}
        name="count"
        maxLength={6}
        label={texts.letInCount}
        hint={texts.letInHint}
        inputMode="numeric"
        autocomplete="off"
      />
    </Form>
  );
}
