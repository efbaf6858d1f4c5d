import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { PasswordQuestion } from '../second-step/password-question.tsx';
import { SecondStepDialog } from '../second-step/second-step-dialog.tsx';

/** The open question of the page, over any view. */
export function OpenQuestion(): VNode | null {
  const { questions, texts, page } = useDashboard();
  const { leave, factor, signIn } = texts.parts;
  const no = (): void => questions.answer(false);
  const yes = (): void => questions.answer(true);
  switch (questions.asked.value) {
    case 'second step':
      return <SecondStepDialog onPassed={yes} onClose={no} />;
    case 'password':
      return <PasswordQuestion onGiven={yes} onClose={no} />;
    case 'leave':
      return (
        <Dialog title={leave.title} onClose={no}>
          <p>{leave.text}</p>
          <div class="dialog-actions">
            <button type="button" class="danger" onClick={yes}>
              {leave.leave}
            </button>
            <button type="button" class="second" onClick={no}>
              {leave.stay}
            </button>
          </div>
        </Dialog>
      );
    case 'factor':
      return (
        <Dialog title={factor.title} onClose={no}>
          <p>{factor.text}</p>
          <div class="dialog-actions">
            <a class="main" href={`${page.base}/me/security`} onClick={no}>
              {factor.setUp}
            </a>
            <button type="button" class="second" onClick={no}>
              {texts.parts.cancel}
            </button>
          </div>
        </Dialog>
      );
    case 'sign in':
      return (
        <Dialog title={signIn.title} onClose={no}>
          <p>{signIn.text}</p>
          <div class="dialog-actions">
            <a class="main" href={`${page.base}/sign-in`} target="_blank" rel="noopener" onClick={no}>
              {signIn.signIn}
            </a>
            <button type="button" class="second" onClick={no}>
              {texts.parts.close}
            </button>
          </div>
        </Dialog>
      );
    default:
      return null;
  }
}
