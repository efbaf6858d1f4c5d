import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { Menu } from '../components/menu.tsx';
import { useAction } from '../components/use-action.ts';
import { useCheckInTexts } from './texts.ts';

type Props = {
  eventId: string;
  scanId: string;
  /** The guest's name. */
  name: string;
};

/** Undoes one scan, as if it had not happened. */
function useUndo({ eventId, scanId }: Props): ReturnType<typeof useAction> {
  const texts = useCheckInTexts();
  const { send, page } = useDashboard();
  return useAction(() =>
    send(page.inHost(`/events/${eventId}/check-in/scans/${scanId}/undo`), { told: texts.undone }),
  );
}

export function UndoButton(props: Props): VNode {
  const texts = useCheckInTexts();
  const action = useUndo(props);
  return (
    <button
      type="button"
      class="second"
      aria-label={texts.undoOf(props.name)}
      aria-disabled={action.isBusy}
      aria-busy={action.isBusy}
      onClick={() => action.run()}
    >
      {texts.undo}
    </button>
  );
}

/** The same at the end of a row. */
export function UndoMenu(props: Props): VNode {
  const texts = useCheckInTexts();
  const action = useUndo(props);
  return (
    <Menu
      id={`scan-menu-${props.scanId}`}
      label={texts.actionsOf(props.name)}
      items={[{ label: texts.undo, onPress: () => action.run() }]}
    />
  );
}
