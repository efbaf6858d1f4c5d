import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { PasswordQuestion } from '../second-step/password-question.tsx';
import { SecondStepDialog } from '../second-step/second-step-dialog.tsx';

/** The open question of the page, over any view. */
export function OpenQuestion(): VNode | null {
  const { questions, texts, page } = useDashboard();
  const { leave, signIn } = texts.parts;
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
      // A form that is being sent doesn't count as typed.
      return <FactorQuestion isTyped={document.querySelector('form.form') !== null} onYes={yes} onNo={no} />;
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

/** A form that was filled in stays: the factor is set up in another tab, and the form is sent again. */
function FactorQuestion(props: { isTyped: boolean; onYes: () => void; onNo: () => void }): VNode {
  const { texts, page } = useDashboard();
  const { factor, cancel } = texts.parts;
  const href = `${page.base}/me/security`;
  return (
    <Dialog title={factor.title} onClose={props.onNo}>
      <p>{factor.text}</p>
      {props.isTyped && <p>{factor.typed}</p>}
      <div class="dialog-actions">
        {props.isTyped ? (
          <a class="main" href={href} target="_blank" rel="noopener">
            {factor.setUpBeside}
          </a>
        ) : (
          <a class="main" href={href} onClick={props.onNo}>
            {factor.setUp}
          </a>
        )}
        <button type="button" class="second" onClick={props.isTyped ? props.onYes : props.onNo}>
          {props.isTyped ? factor.goOn : cancel}
        </button>
      </div>
    </Dialog>
  );
}
