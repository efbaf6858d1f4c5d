import type { ShownEvent } from '../event-layout/data.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { useDashboard } from '../dashboard.ts';
import { useOverviewTexts } from './texts.ts';

export type Choices = { isComingSoon: boolean; isUnlisted: boolean };

/** Actions that change an event's visibility. Each can be undone until somebody has bought. */
export function usePublishing(event: ShownEvent) {
  const { call, router, toasts, page } = useDashboard();
  const words = useOverviewTexts();
  const at = (path: string): string => page.inHost(`/events/${event.eventId}${path}`);

  /** After a refusal, somebody else was faster or a step is missing: show the current state. */
  const send = async (
    path: string,
    { method, body }: { method: 'POST' | 'PATCH'; body: object },
  ): Promise<void> => {
    try {
      await call(at(path), { method, body });
    } catch (error) {
      if (error instanceof CallFailed && error.refusal?.status === 409) await router.refresh();
      throw error;
    }
    await router.refresh();
  };
  const publish = (choices: Choices): Promise<void> => send('/publish', { method: 'POST', body: choices });
  const unpublish = (): Promise<void> => send('/unpublish', { method: 'POST', body: {} });
  const change = (choices: Partial<Choices>): Promise<void> =>
    send('/visibility', { method: 'PATCH', body: choices });

  return {
    publish: async (choices: Choices): Promise<void> => {
      await publish(choices);
      toasts.tell({ tone: 'good', text: words.published(event.name), undo: unpublish });
    },
    unpublish: async (choices: Choices): Promise<void> => {
      await unpublish();
      toasts.tell({ tone: 'good', text: words.unpublished(event.name), undo: () => publish(choices) });
    },
    change: async (name: keyof Choices, isOn: boolean): Promise<void> => {
      await change({ [name]: isOn });
      const text = words.switched[name](isOn);
      toasts.tell({ tone: 'good', text, undo: () => change({ [name]: !isOn }) });
    },
    deleteDraft: async (): Promise<void> => {
      await call(at(''), { method: 'DELETE' });
      await router.go(page.inHost('/events?shown=drafts'));
      toasts.tell({ tone: 'good', text: words.deleted(event.name) });
    },
  };
}
