import { CallFailed, callServer, type Call } from '../../shared/call-server.ts';
import type { Question, Questions } from './questions.ts';

/** Calls the dashboard's server as the signed-in person. The address is a path, such as `${base}/hosts/…/keys`. */
export type CallDashboard = <Answer = object>(
  address: string,
  call?: Pick<Call, 'method' | 'body' | 'keepalive' | 'signal'>,
) => Promise<Answer>;

/** The questions to the person when the server needs more than a call. */
const ASKED: Readonly<Record<string, Question>> = {
  second_step_required: 'second step',
  password_required: 'password',
  factor_required: 'factor',
  sign_in_required: 'sign in',
};

/** After these the call is made again. */
const PROOFS: ReadonlySet<Question> = new Set(['second step', 'password', 'factor']);

/** Whether a dialog has told the person already. */
export const isAskedAbout = (error: CallFailed): boolean => error.code !== null && error.code in ASKED;

/** Asks for the second step or the password if a call needs it, then repeats the call. */
export function createCallDashboard(questions: Questions): CallDashboard {
  return async function callDashboard<Answer>(
    address: string,
    call: Parameters<CallDashboard>[1] = {},
  ): Promise<Answer> {
    try {
      return (await callServer<Answer>(address, { ...call, credentials: 'same-origin' })).answer;
    } catch (error) {
      const question = error instanceof CallFailed && error.code !== null ? ASKED[error.code] : undefined;
      if (question === undefined || call.keepalive || call.signal?.aborted) throw error;
      const isGiven = await questions.ask(question);
      if (!PROOFS.has(question) || !isGiven) throw error;
      return callDashboard<Answer>(address, call);
    }
  };
}
