import { Fragment, type VNode } from 'preact';
import type { EventWaitingRoomView as Data, ShownRoom, TypedSettings } from './data.ts';
import { OpenRoomBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { useForm } from '../components/use-form.ts';
import { DrawField, EmailField, RateFields } from './room-fields.tsx';
import { useWaitingRoomTexts } from './texts.ts';

type Props = { room: ShownRoom; data: Data };

/** The settings of the waiting room: a form, or plain text for members who may not change them. */
export function SettingsSection(props: Props): VNode {
  const texts = useWaitingRoomTexts();
  const { page } = useDashboard();
  const mayChange = page.powers.includes('events.change');
  return (
    <Section
      title={texts.settings}
      intro={mayChange && (props.room.isDrawn ? texts.settingsDrawn : texts.settingsIntro)}
      isCard
    >
      {mayChange ? <SettingsForm {...props} /> : <SettingsList {...props} />}
    </Section>
  );
}

function SettingsForm({ room, data }: Props): VNode {
  const { texts, send, page } = useDashboard();
  const form = useForm({
    schema: OpenRoomBody,
    texts: useWaitingRoomTexts(),
    initial: room.settings,
    send: (body, before) =>
      send(page.inHost(`/events/${data.event.eventId}/waiting-room`), {
        method: 'PATCH',
        body: pickChanged(body, before as TypedSettings),
        told: texts.parts.saved,
        undo: pickChanged(before as TypedSettings, body),
      }),
  });
  // Render again after a save: the server's values are the new base of the form.
  void form.isBusy.value;
  return (
    <Form form={form} submit={texts.parts.save} isSecond>
      {!room.isDrawn && <DrawField form={form} data={data} />}
      <RateFields form={form} />
      {!room.isDrawn && <EmailField form={form} />}
    </Form>
  );
}

/** The changed fields only: another member may have changed the rest. */
const pickChanged = (now: TypedSettings, was: TypedSettings): Partial<TypedSettings> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== was[name as keyof TypedSettings]),
  );

function SettingsList({ room: { settings }, data: { event } }: Props): VNode {
  const texts = useWaitingRoomTexts();
  return (
    <dl class="fact-list">
      {(['perMinute', 'mostInside', 'admissionMinutes'] as const).map((name) => (
        <Fragment key={name}>
          <dt>{texts[name]}</dt>
          <dd>{settings[name].toLocaleString(event.locale)}</dd>
        </Fragment>
      ))}
      <dt>{texts.asksEmail}</dt>
      <dd>{settings.asksEmail ? texts.yes : texts.no}</dd>
    </dl>
  );
}
