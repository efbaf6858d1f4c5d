import type { VNode } from 'preact';
import type { ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { useAction } from '../components/use-action.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import { useEventTicketsTexts } from './texts.ts';
import { pathOf } from './type-dialog.tsx';

type Type = ShownTicketType;

export type Selling = {
  canStop: (type: Type) => boolean;
  canGoOn: (type: Type) => boolean;
  stop: (types: Type[]) => void;
  goOn: (types: Type[]) => void;
  remove: (type: Type, onDone: () => void) => Promise<void>;
  saveOrder: (order: string[], before: readonly string[], how: 'drag' | 'keys' | 'menu') => Promise<void>;
  /** The button for all of them, if there are several to stop or resume. */
  all: VNode | null;
};

/** Actions on ticket types beside editing. A toast offers to undo them where that is possible. */
export function useSelling({ event, types }: { event: ShownEvent; types: Type[] }): Selling {
  const { send, texts: common, call, router, toasts, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const post = (rest: string, body: object): Promise<object> =>
    call(pathOf(page, event, rest), { method: 'POST', body });
  // A draft, or an event that is over, sells nothing anyway.
  const isPublic = !['draft', 'ended', 'cancelled'].includes(event.state);
  const canStop = ({ status }: Type): boolean =>
    isPublic && (status === 'AVAILABLE' || status === 'SOLD_OUT');
  const canGoOn = ({ status, saleEndsAt }: Type): boolean =>
    isPublic && status === 'SALE_ENDED' && saleEndsAt !== null;

  const letGoOn = async (ends: { ticketTypeId: string; saleEndsAt: string | null }[]): Promise<void> => {
    await post('/go-on-selling', { ends });
    await router.refresh();
  };
  const stop = useAction(async (chosen: Type[]) => {
    const ticketTypeIds = chosen.map(({ ticketTypeId }) => ticketTypeId);
    const { stopped } = (await post('/stop-selling', { ticketTypeIds })) as { stopped: string[] };
    const ends = chosen
      .filter(({ ticketTypeId }) => stopped.includes(ticketTypeId))
      .map(({ ticketTypeId, saleEndsAt }) => ({ ticketTypeId, saleEndsAt }));
    const [only] = chosen;
    const text = chosen.length === 1 && only ? texts.stopped(only.name) : texts.allStopped(stopped.length);
    toasts.tell(
      stopped.length === 0
        ? { tone: 'good', text: texts.nothingStopped }
        : { tone: 'good', text, undo: () => letGoOn(ends) },
    );
    await router.refresh();
  });
  const goOn = useAction(async (chosen: Type[]) => {
    await letGoOn(chosen.map(({ ticketTypeId }) => ({ ticketTypeId, saleEndsAt: null })));
    const [only] = chosen;
    const text = chosen.length === 1 && only ? texts.wentOn(only.name) : texts.allWentOn;
    toasts.tell({ tone: 'good', text });
  });

  const sendOrder = async (ticketTypeIds: readonly string[]): Promise<void> => {
    await post('/order', { ticketTypeIds });
    await router.refresh();
  };
  const saveOrder: Selling['saveOrder'] = async (order, before, how) => {
    try {
      await sendOrder(order);
      // With keys, one key undoes it.
      if (how !== 'keys')
        toasts.tell({ tone: 'good', text: texts.orderSaved, undo: () => sendOrder(before) });
    } catch (error) {
      toasts.tell({ tone: 'bad', text: tellFailure(common, error) });
      await router.refresh();
    }
  };

  const remove = (type: Type, onClose: () => void): Promise<void> =>
    send(pathOf(page, event, `/${type.ticketTypeId}`), {
      method: 'DELETE',
      told: texts.deleted(type.name),
      onClose,
    });

  const onSale = types.filter(canStop);
  const over = types.filter(canGoOn);
  const all =
    onSale.length > 1 ? (
      <button type="button" class="second" aria-busy={stop.isBusy} onClick={() => stop.run(onSale)}>
        {texts.stopAll}
      </button>
    ) : over.length > 1 && onSale.length === 0 ? (
      <button type="button" class="second" aria-busy={goOn.isBusy} onClick={() => goOn.run(over)}>
        {texts.goOnAll}
      </button>
    ) : null;
  return { canStop, canGoOn, stop: stop.run, goOn: goOn.run, remove, saveOrder, all };
}
