import type { VNode } from 'preact';
import { Field } from '../../../shared/field.tsx';
import type { FormProps } from './forms.tsx';
import { PasskeyWay } from './passkey-button.tsx';
import { problemAt, Problems } from './problems.tsx';
import { Sheet } from './sheet.tsx';

/** The second factor: a code by a plain form, a passkey where there is a script. */
export function SecondStepForm({ page, texts }: FormProps<'second_step'>): VNode {
  const { base, problems } = page;
  const { secondStep } = texts;
  const around = { texts, problems };
  return (
    <Sheet page={page} texts={texts} title={secondStep.title} problemCount={problems.length}>
      <p class="lead soft">{secondStep.lead(page.email)}</p>
      <Problems {...around} />
      <form method="post" action={`${base}/second-step`}>
        <Field
          id="code"
          label={secondStep.code}
          hint={secondStep.codeHint}
          error={problemAt('code', around)}
          input={(described) => (
            <input
              {...described}
              name="code"
              autocomplete="one-time-code"
              autocapitalize="none"
              spellcheck={false}
              maxLength={100}
              autofocus={problems.length === 0}
              required
            />
          )}
        />
        <input type="hidden" name="next" value={page.next} />
        <button type="submit" class="main">
          {secondStep.button}
        </button>
      </form>
      {page.hasPasskey && (
        <PasskeyWay
          at={`${base}/second-step/passkey`}
          next={page.next}
          or={texts.signIn.or}
          label={secondStep.passkey}
          failed={secondStep.passkeyFailed}
        />
      )}
      <form class="ways" method="post" action={`${base}/sign-out`}>
        <button type="submit" class="second">
          {secondStep.signOut}
        </button>
      </form>
    </Sheet>
  );
}

/** Opening the link changes nothing; the button does. The form is sent to its own address, which has the token. */
export function ChangeEmailForm({ page, texts }: FormProps<'change_email'>): VNode {
  const { changeEmail } = texts;
  return (
    <Sheet page={page} texts={texts} title={changeEmail.title}>
      <p class="lead">{changeEmail.lead(page.email)}</p>
      <form method="post">
        <button type="submit" class="main">
          {changeEmail.button}
        </button>
      </form>
      <p class="ways">
        <span class="soft">{changeEmail.notYou}</span>
      </p>
    </Sheet>
  );
}
