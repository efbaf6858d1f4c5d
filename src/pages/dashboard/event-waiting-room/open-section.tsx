import type { VNode } from 'preact';
import type { EventWaitingRoomView as Data } from './data.ts';
import { OpenRoomBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { useForm } from '../components/use-form.ts';
import { DrawField, EmailField, RateFields } from './room-fields.tsx';
import { useWaitingRoomTexts } from './texts.ts';

/** An explanation of the waiting room, and the form that opens one. */
export function OpenSection({ data }: { data: Data }): VNode {
  const texts = useWaitingRoomTexts();
  const { page } = useDashboard();
  const { event, room } = data;
  const isOver = event.state === 'ended' || event.state === 'cancelled';
  const mayOpen = !isOver && page.powers.includes('events.change');
  return (
    <Section
      title={room ? texts.another : texts.off}
      intro={room && mayOpen ? texts.anotherText : texts.offText}
      isCard
    >
      {mayOpen ? <OpenForm data={data} /> : <p>{isOver ? texts.over : texts.askManager}</p>}
    </Section>
  );
}

function OpenForm({ data }: { data: Data }): VNode {
  const texts = useWaitingRoomTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: OpenRoomBody,
    texts,
    initial: data.suggested,
    send: (body) =>
      send(page.inHost(`/events/${data.event.eventId}/waiting-room`), { body, told: texts.opened }),
  });
  return (
    <Form form={form} submit={texts.open}>
      <DrawField form={form} data={data} />
      <RateFields form={form} />
      <EmailField form={form} />
    </Form>
  );
}
