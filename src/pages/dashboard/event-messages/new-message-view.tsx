import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { MAX_SUBJECT_CHARACTERS, MAX_TEXT_CHARACTERS, MessageBody } from './bodies.ts';
import type { NewMessageView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Form } from '../components/form.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useConfirm } from '../components/use-confirm.tsx';
import { useForm } from '../components/use-form.ts';
import { AllowanceLine } from './allowance-line.tsx';
import type { Ways } from './shown-mail.tsx';
import { useMessageTexts } from './texts.ts';
import { MessagePreview } from './message-preview.tsx';
import { WhoGetsIt } from './who-gets-it.tsx';
import { countPeople } from './use-count.ts';

/** Writes, previews, tests and sends a message. */
export function NewMessageView({ data }: ViewProps<'newMessage'>): VNode {
  const texts = useMessageTexts();
  const { page } = useDashboard();
  const path = `/events/${data.event.eventId}/messages`;
  const ways = useSignal<Ways>({ language: 'en', part: 'html' });
  const { form, dialog } = useMessageForm(data);
  const { subject, text } = form.values.value;
  return (
    <EventLayout event={data.event} page="messages">
      <p class="below-m">
        <a href={page.inHost(path)}>{texts.back}</a>
      </p>
      <AllowanceLine allowance={data.allowance} />
      <div class="stack shrink gap-l halves">
        <Form form={form} submit={texts.send}>
          <TextField form={form} name="subject" autocomplete="off" />
          <TextArea form={form} name="text" rows={10} />
          <WhoGetsIt data={data} form={form} />
          <p class="soft">
            {data.replyTo === null ? texts.noReplyTo : texts.replyTo(data.replyTo)} {texts.service}
          </p>
        </Form>
        <MessagePreview
          path={page.inHost(path)}
          words={{ subject: subject.trim(), text }}
          isTooLong={subject.length > MAX_SUBJECT_CHARACTERS || text.length > MAX_TEXT_CHARACTERS}
          ways={ways}
        />
      </div>
      {dialog}
    </EventLayout>
  );
}

/** The form, and the confirmation before it is sent. */
function useMessageForm(data: Data) {
  const { call, router, toasts, page } = useDashboard();
  const texts = useMessageTexts();
  const path = page.inHost(`/events/${data.event.eventId}/messages`);
  const { confirm, dialog } = useConfirm();
  const form = useForm({
    schema: MessageBody,
    texts,
    initial: { messageId: data.messageId, ...data.initial },
    keepAs: `message ${data.event.eventId}`,
    send: async (body) => {
      // Counted again: somebody may have bought since the page counted.
      const { people } = await countPeople(call, { path, chosen: body, onPart: () => true });
      if (people > 0)
        await confirm({
          title: texts.confirmTitle,
          confirm: texts.confirm(people),
          children: texts.confirmText(people),
        });
      const { messageId } = await call<{ messageId: string }>(path, { method: 'POST', body });
      toasts.tell({ tone: 'good', text: texts.beganSending });
      await router.go(`${path}/${messageId}`);
    },
  });
  return { form, dialog };
}
