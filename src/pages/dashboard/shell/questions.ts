import { signal, type Signal } from '@preact/signals';

/** What the page asks by itself: whether to leave what was typed, for a second step, for the password, to sign in again, to set up a factor. */
export type Question = 'leave' | 'second step' | 'password' | 'sign in' | 'factor';

export type Questions = {
  asked: Signal<Question | null>;
  /** Whether the person went along. */
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
