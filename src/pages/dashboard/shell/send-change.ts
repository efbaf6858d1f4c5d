import type { CallDashboard } from './call-dashboard.ts';
import type { Router } from './router.ts';
import type { Toasts } from './toasts.ts';

type Change<Answer> = {
  method?: 'POST' | 'PATCH' | 'DELETE';
  body?: object;
  /** The toast that follows. */
  told: string | ((answer: Answer) => string);
  /** The body that takes the change back, by the same call. With it, the toast offers to undo. */
  undo?: object | ((answer: Answer) => object);
  /** Closes the dialog that sent it. */
  onClose?: () => void;
};

/** Changes something on the server, tells the person, and reads the page anew. */
export type SendChange = <Answer extends object = object>(
  address: string,
  change: Change<Answer>,
) => Promise<void>;

export function createSendChange(deps: {
  call: CallDashboard;
  toasts: Toasts;
  router: Pick<Router, 'refresh'>;
}): SendChange {
  const { call, toasts, router } = deps;
  return async function sendChange<Answer extends object>(
    address: string,
    { method = 'POST', body, told, undo, onClose }: Change<Answer>,
  ): Promise<void> {
    const put = (sent: object = {}): Promise<Answer> => call<Answer>(address, { method, ...sent });
    const answer = await put(body && { body });
    const read = (value: unknown): unknown => (typeof value === 'function' ? value(answer) : value);
    onClose?.();
    toasts.tell({
      tone: 'good',
      text: read(told) as string,
      ...(undo && { undo: () => put({ body: read(undo) }).then(router.refresh) }),
    });
    return router.refresh();
  };
}
