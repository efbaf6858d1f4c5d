import type { VNode } from 'preact';
import type { EntranceAbout, EntrancePage } from '../contract.ts';
import type { Texts as EntranceTexts } from '../texts/texts.ts';
import { CountryField, EmailField, LineField, PasswordField } from './fields.tsx';
import { PasskeyWay } from './passkey-button.tsx';
import { Problems } from './problems.tsx';
import { Sheet } from './sheet.tsx';

export type PageOf<About extends EntranceAbout> = EntrancePage & { about: About };
export type FormProps<About extends EntranceAbout> = { page: PageOf<About>; texts: EntranceTexts };

export function SignInForm({ page, texts }: FormProps<'sign_in'>): VNode {
  const { base, problems } = page;
  const around = { texts, problems };
  return (
    <Sheet page={page} texts={texts} title={texts.signIn.title} problemCount={problems.length}>
      <Problems {...around} />
      <form method="post" action={`${base}/sign-in`}>
        <EmailField {...around} email={page.email} />
        <PasswordField {...around} isNew={false} />
        <input type="hidden" name="next" value={page.next} />
        <button type="submit" class="main">
          {texts.signIn.button}
        </button>
      </form>
      <PasskeyWay
        at={`${base}/sign-in/passkey`}
        next={page.next}
        or={texts.signIn.or}
        label={texts.signIn.passkey}
        failed={texts.signIn.passkeyFailed}
      />
      <p class="ways">
        <a href={`${base}/reset-password`}>{texts.signIn.forgotten}</a>
        {page.canSignUp && (
          <span>
            {texts.signIn.newHere} <a href={`${base}/sign-up`}>{texts.signIn.signUp}</a>
          </span>
        )}
      </p>
    </Sheet>
  );
}

export function SignUpForm({ page, texts }: FormProps<'sign_up'>): VNode {
  const { base, problems, typed } = page;
  const around = { texts, problems };
  return (
    <Sheet page={page} texts={texts} title={texts.signUp.title} problemCount={problems.length}>
      <p class="lead soft">{texts.signUp.lead}</p>
      <Problems {...around} />
      <form method="post" action={`${base}/sign-up`}>
        <LineField
          {...around}
          id="hostName"
          value={typed.hostName}
          autocomplete="organization"
          hint={texts.fields.hostNameHint}
        />
        <CountryField
          {...around}
          country={typed.country}
          countries={page.countries}
          language={page.language}
        />
        <LineField {...around} id="name" value={typed.name} autocomplete="name" />
        <EmailField {...around} email={typed.email} />
        <PasswordField {...around} isNew />
        <button type="submit" class="main">
          {texts.signUp.button}
        </button>
      </form>
      <p class="ways">
        <span>
          {texts.signUp.haveOne} <a href={`${base}/sign-in`}>{texts.signUp.signIn}</a>
        </span>
      </p>
    </Sheet>
  );
}

export function AskForResetForm({ page, texts }: FormProps<'ask_for_reset'>): VNode {
  const { base, problems } = page;
  const around = { texts, problems };
  return (
    <Sheet page={page} texts={texts} title={texts.askForReset.title} problemCount={problems.length}>
      <p class="lead soft">{texts.askForReset.lead}</p>
      <Problems {...around} />
      <form method="post" action={`${base}/reset-password`}>
        <EmailField {...around} email={page.email} />
        <button type="submit" class="main">
          {texts.askForReset.button}
        </button>
      </form>
      <p class="ways">
        <a href={`${base}/sign-in`}>{texts.askForReset.signIn}</a>
      </p>
    </Sheet>
  );
}

/** The form is sent to its own address, which has the token: it is written nowhere else on the page. */
export function ResetForm({ page, texts }: FormProps<'reset'>): VNode {
  const around = { texts, problems: page.problems };
  return (
    <Sheet page={page} texts={texts} title={texts.reset.title} problemCount={page.problems.length}>
      <p class="lead soft">{texts.reset.lead(page.email)}</p>
      <Problems {...around} />
      <form method="post">
        <input type="hidden" name="username" value={page.email} autocomplete="username" />
        <PasswordField {...around} isNew />
        <button type="submit" class="main">
          {texts.reset.button}
        </button>
      </form>
    </Sheet>
  );
}

export function ConfirmForm({ page, texts }: FormProps<'confirm'>): VNode {
  const { base, problems } = page;
  const around = { texts, problems };
  return (
    <Sheet page={page} texts={texts} title={texts.confirm.title} problemCount={problems.length}>
      <p class="lead">{texts.confirm.lead(page.email)}</p>
      <Problems {...around} />
      <form method="post">
        {page.asksPassword && (
          <>
            <p class="soft">{texts.confirm.password}</p>
            <input type="hidden" name="username" value={page.email} autocomplete="username" />
            <PasswordField {...around} isNew={false} />
          </>
        )}
        <button type="submit" class="main">
          {texts.confirm.button}
        </button>
      </form>
      <p class="ways">
        {page.asksPassword && <a href={`${base}/reset-password`}>{texts.confirm.forgotten}</a>}
        <span class="soft">{texts.confirm.notYou}</span>
      </p>
    </Sheet>
  );
}
