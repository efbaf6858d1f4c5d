import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Section } from '../components/section.tsx';
import { MailWays, type Ways } from './shown-mail.tsx';
import { useMessageTexts } from './texts.ts';

// Wait until the typing pauses.
const REST_MS = 500;

type Words = Record<string, string>;

/** The mail with these words as it will arrive, and a button that sends a test. */
export function MessagePreview({
  path,
  words,
  isTooLong,
  ways,
}: {
  path: string;
  words: Words;
  isTooLong: boolean;
  ways: Signal<Ways>;
}): VNode {
  const { call, toasts } = useDashboard();
  const texts = useMessageTexts();
  const { language } = ways.value;
  const test = async (): Promise<void> => {
    const body = { ...words, language };
    const { to } = await call<{ to: string }>(`${path}/test`, { method: 'POST', body });
    toasts.tell({ tone: 'good', text: texts.tested(to) });
  };
  return (
    <Section
      title={texts.preview}
      intro={texts.previewIntro}
      action={<BusyButton onPress={test}>{texts.test}</BusyButton>}
      isCard
    >
      <MailWays ways={ways}>
        <PreviewFrame action={`${path}/preview`} words={words} isTooLong={isTooLong} ways={ways.value} />
      </MailWays>
    </Section>
  );
}

/**
 * The server writes the mail, into an iframe that runs nothing: the typed words go there as a form. Each time into a new iframe, since
 * another page in the same one would be a step of the browser's Back.
 */
function PreviewFrame({
  action,
  words,
  isTooLong,
  ways,
}: {
  action: string;
  words: Words;
  isTooLong: boolean;
  ways: Ways;
}): VNode {
  const texts = useMessageTexts();
  const sender = useRef<HTMLFormElement>(null);
  const shown = useSignal<{ number: number; values: Words } | null>(null);
  const { language, part } = ways;
  const typed = Object.values(words).join('\n');
  useEffect(() => {
    if (isTooLong) return undefined;
    const show = (): void => {
      shown.value = { number: (shown.value?.number ?? 0) + 1, values: { ...words, language, part } };
    };
    const timer = setTimeout(show, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, isTooLong, language, part]);
  const number = shown.value?.number ?? 0;
  useEffect(() => {
    if (number > 0) sender.current?.submit();
  }, [number]);
  const name = `message-preview-${number}`;
  return (
    <>
      <form ref={sender} method="post" action={action} target={name} hidden>
        {Object.entries(shown.value?.values ?? {}).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
      </form>
      <iframe key={name} name={name} class="message-frame" title={texts.previewTitle} />
    </>
  );
}
