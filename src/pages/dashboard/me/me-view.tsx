import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { DASHBOARD_LANGUAGES, LANGUAGE_FACTS } from '../../../values/language.ts';
import { EmailBody, LanguageBody, NameBody } from './bodies.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { areSingleKeysOn, switchSingleKeys } from '../components/single-keys.ts';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { MePages } from './me-pages.tsx';
import { MyHostsSection } from './my-hosts-section.tsx';
import { useMeTexts } from './texts.ts';

/** Name, e-mail, and the hosts that the person works for. */
export function MeView({ data }: ViewProps<'me'>): VNode {
  return (
    <>
      <MePages shown="profile" />
      <NameSection data={data} />
      <EmailSection data={data} />
      <LanguageSection data={data} />
      <KeysSection />
      <MyHostsSection />
    </>
  );
}

function NameSection({ data }: ViewProps<'me'>): VNode {
  const { send, page } = useDashboard();
  const texts = useMeTexts();
  const { profile } = texts.me;
  const form = useForm({
    schema: NameBody,
    texts: profile,
    initial: { name: data.name },
    send: (body) => send(`${page.base}/me`, { method: 'PATCH', body, told: texts.parts.saved }),
  });
  return (
    <Section title={profile.nameTitle} intro={profile.nameIntro} isCard>
      <Form form={form} submit={texts.parts.save}>
        <TextField form={form} name="name" autocomplete="name" isOptional />
      </Form>
    </Section>
  );
}

function EmailSection({ data }: ViewProps<'me'>): VNode {
  const { call, page } = useDashboard();
  const texts = useMeTexts();
  const { profile } = texts.me;
  const sentTo = useSignal('');
  const form = useForm({
    schema: EmailBody,
    texts: profile,
    initial: { email: '' },
    send: async (body) => {
      await call(`${page.base}/me/email`, { method: 'POST', body });
      sentTo.value = body.email;
    },
  });
  return (
    <Section title={profile.emailTitle} intro={profile.emailIntro(data.email)} isCard>
      <div role="status">
        {sentTo.value !== '' && <Message tone="good">{profile.emailSent(sentTo.value)}</Message>}
      </div>
      <Form form={form} submit={profile.changeEmail} isSecond>
        <TextField form={form} name="email" label={profile.newEmail} type="email" autocomplete="email" />
      </Form>
    </Section>
  );
}

function LanguageSection({ data }: ViewProps<'me'>): VNode {
  const { call, page } = useDashboard();
  const texts = useMeTexts();
  const { profile } = texts.me;
  const form = useForm({
    schema: LanguageBody,
    texts: profile,
    initial: { language: data.language ?? '' },
    send: async (body) => {
      await call(`${page.base}/me/language`, { method: 'PATCH', body });
      // The page has its own language alone.
      location.reload();
    },
  });
  return (
    <Section title={profile.languageTitle} intro={profile.languageIntro} isCard>
      <Form form={form} submit={texts.parts.save}>
        <SelectField
          form={form}
          name="language"
          empty={profile.asBrowser(LANGUAGE_FACTS[data.browserLanguage].name)}
          choices={DASHBOARD_LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }))}
        />
      </Form>
    </Section>
  );
}

/** Turns single-key shortcuts off. */
function KeysSection(): VNode {
  const { isLive } = useDashboard();
  const { profile } = useMeTexts().me;
  const chosen = useSignal<boolean | null>(null);
  // The server knows nothing of what a browser keeps.
  const isOn = chosen.value ?? (!isLive.value || areSingleKeysOn());
  return (
    <Section title={profile.keysTitle} intro={profile.keysIntro} isCard>
      <label class="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            chosen.value = event.currentTarget.checked;
            switchSingleKeys(chosen.value);
          }}
        />
        <span>{profile.singleKeys}</span>
      </label>
    </Section>
  );
}
