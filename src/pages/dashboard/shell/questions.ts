import { signal, type Signal } from '@preact/signals';

/** Questions of the page: discard typed text, second step, password, sign in again, set up a factor. */
export type Question = 'leave' | 'second step' | 'password' | 'sign in' | 'factor';

export type Questions = {
  asked: Signal<Question | null>;
  /** Whether the person agreed. */
  ask(question: Question): Promise<boolean>;
  answer(isYes: boolean): void;
};

export function createQuestions(): Questions {
  const asked = signal<Question | null>(null);
  let resolve: (isYes: boolean) => void = () => undefined;
  const answer = (isYes: boolean): void => {
    asked.value = null;
    resolve(isYes);
  };
  return {
    asked,
    answer,
    ask(question) {
      answer(false);
      return new Promise((done) => {
        resolve = done;
        asked.value = question;
      });
    },
  };
}
