import type { VNode } from 'preact';
import type { EntrancePage as Page } from './contract.ts';
import { AskForResetForm, ConfirmForm, ResetForm, SignInForm, SignUpForm } from './components/forms.tsx';
import { Invitation } from './components/invitation.tsx';
import { ChangeEmailForm, SecondStepForm } from './components/second-step-form.tsx';
import { DeadLink, MailSent, SignUpClosed, Trouble } from './components/notices.tsx';
import { textsIn } from './texts/texts.ts';

/** The pages before the dashboard. They work in full without a script. */
export function EntrancePage(page: Page): VNode {
  const texts = textsIn(page.language);
  switch (page.about) {
    case 'sign_in':
      return <SignInForm page={page} texts={texts} />;
    case 'sign_up':
      return <SignUpForm page={page} texts={texts} />;
    case 'sign_up_closed':
      return <SignUpClosed page={page} texts={texts} />;
    case 'mail_sent':
      return <MailSent page={page} texts={texts} />;
    case 'ask_for_reset':
      return <AskForResetForm page={page} texts={texts} />;
    case 'reset':
      return <ResetForm page={page} texts={texts} />;
    case 'confirm':
      return <ConfirmForm page={page} texts={texts} />;
    case 'invitation':
      return <Invitation page={page} texts={texts} />;
    case 'change_email':
      return <ChangeEmailForm page={page} texts={texts} />;
    case 'second_step':
      return <SecondStepForm page={page} texts={texts} />;
    case 'dead_link':
      return <DeadLink page={page} texts={texts} />;
    default:
      return <Trouble page={page} texts={texts} />;
  }
}
