import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { letterIcon } from '../../../shared/icons.ts';
import type { FormProps } from './forms.tsx';
import { sayWait } from './problems.tsx';
import { sayWith } from '../../texts/words-in.ts';
import { Sheet } from './sheet.tsx';

export function MailSent({ page, texts }: FormProps<'mail_sent'>): VNode {
  const { mailSent } = texts;
  return (
    <Sheet page={page} texts={texts} title={mailSent.title}>
      <p class="lead letter">
        <Icon path={letterIcon} />
        <span>{mailSent[page.link](page.email)}</span>
      </p>
      <p>{mailSent.good[page.link]}</p>
      {page.mailboxUrl === null ? (
        <p class="soft">{mailSent.spam}</p>
      ) : (
        <>
          <p>{mailSent.mailbox}</p>
          <a class="main" href={page.mailboxUrl}>
            {mailSent.openMailbox}
          </a>
        </>
      )}
      <p class="ways">
        <a href={`${page.base}/sign-in`}>{mailSent.signIn}</a>
      </p>
    </Sheet>
  );
}

export function SignUpClosed({ page, texts }: FormProps<'sign_up_closed'>): VNode {
  const { closed } = texts;
  const { invitation } = page;
  const why = page.isByInvitation ? closed.byInvitation : closed.byOperator;
  return (
    <Sheet page={page} texts={texts} title={invitation ? closed.invitedTitle : closed.title}>
      <p class="lead">{invitation ? closed.invited(invitation) : why}</p>
      {invitation && <p>{closed.invitedNext}</p>}
      <a class="main" href={`${page.base}/sign-in`}>
        {closed.signIn}
      </a>
    </Sheet>
  );
}

export function DeadLink({ page, texts }: FormProps<'dead_link'>): VNode {
  const { deadLink } = texts;
  const toSignIn = { path: 'sign-in', label: deadLink.signIn };
  const way = {
    confirm: toSignIn,
    invitation: toSignIn,
    reset: { path: 'reset-password', label: deadLink.another },
    change_email: { path: 'me', label: deadLink.toProfile },
  }[page.link];
  return (
    <Sheet page={page} texts={texts} title={deadLink.title}>
      <p class="lead">
        {deadLink.why} {deadLink[page.link]}
      </p>
      <a class="main" href={`${page.base}/${way.path}`}>
        {way.label}
      </a>
    </Sheet>
  );
}

export function Trouble({ page, texts }: FormProps<'trouble'>): VNode {
  const { title, text } = texts.trouble[page.what];
  return (
    <Sheet page={page} texts={texts} title={title}>
      <p class="lead">{sayWith(text, sayWait(page.seconds ?? 1, texts.problems))}</p>
      <p class="ways">
        <a href={`${page.base}/sign-in`}>{texts.trouble.again}</a>
      </p>
    </Sheet>
  );
}
