import type { VNode } from 'preact';
import { LineField, PasswordField } from './fields.tsx';
import type { FormProps } from './forms.tsx';
import { Problems } from './problems.tsx';
import { Sheet } from './sheet.tsx';

/** An invitation, and the next step. Forms post to their own address, which has the token. */
export function Invitation({ page, texts }: FormProps<'invitation'>): VNode {
  const { invitation } = texts;
  return (
    <Sheet
      page={page}
      texts={texts}
      title={invitation.title(page.hostName)}
      problemCount={page.problems.length}
    >
      <p class="lead">{invitation.lead[page.role]}</p>
      <Problems problems={page.problems} texts={texts} />
      <NextStep page={page} texts={texts} />
      <p class="ways">
        <span class="soft">{invitation.notYou}</span>
      </p>
    </Sheet>
  );
}

function NextStep({ page, texts }: FormProps<'invitation'>): VNode {
  const { invitation } = texts;
  const { base, email, problems } = page;
  switch (page.step) {
    case 'accept':
      return (
        <form method="post">
          <p class="soft">{invitation.signedInAs(email)}</p>
          <button type="submit" class="main">
            {invitation.accept}
          </button>
        </form>
      );
    case 'sign_in':
      return (
        <>
          <p>{invitation.known(email)}</p>
          <a class="main" href={`${base}/sign-in?next=${encodeURIComponent(page.next)}`}>
            {invitation.signIn}
          </a>
          <p class="ways">
            <a href={`${base}/reset-password`}>{invitation.forgotten}</a>
          </p>
        </>
      );
    case 'join':
      return (
        <form method="post">
          <p class="soft">{invitation.join(email)}</p>
          <LineField texts={texts} problems={problems} id="name" value={page.name} autocomplete="name" />
          <input type="hidden" name="username" value={email} autocomplete="username" />
          <PasswordField texts={texts} problems={problems} isNew />
          <button type="submit" class="main">
            {invitation.joinButton}
          </button>
        </form>
      );
    default:
      return (
        <form method="post">
          <p>{invitation.other({ invited: email, signedIn: page.signedInAs })}</p>
          <button type="submit" class="main" name="deed" value="sign_out">
            {invitation.signOut}
          </button>
        </form>
      );
  }
}
