import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
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
function useUndo({ eventId, scanId }: Props): () => Promise<void> {
  const texts = useCheckInTexts();
  const { send, page } = useDashboard();
  return () => send(page.inHost(`/events/${eventId}/check-in/scans/${scanId}/undo`), { told: texts.undone });
}

export function UndoButton(props: Props): VNode {
  const texts = useCheckInTexts();
  return (
    <BusyButton aria-label={texts.undoOf(props.name)} onPress={useUndo(props)}>
      {texts.undo}
    </BusyButton>
  );
}

/** The same at the end of a row. */
export function UndoMenu(props: Props): VNode {
  const texts = useCheckInTexts();
  const action = useAction(useUndo(props));
  return (
    <Menu
      id={`scan-menu-${props.scanId}`}
      label={texts.actionsOf(props.name)}
      items={[{ label: texts.undo, onPress: () => action.run() }]}
    />
  );
}
