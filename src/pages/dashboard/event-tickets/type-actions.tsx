import type { VNode } from 'preact';
import type { ShownTicketType } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { useEventTicketsTexts } from './texts.ts';
import type { Selling } from './use-selling.tsx';
import type { Sorting } from '../components/use-sorting.ts';

/** The actions of a ticket type: the first as buttons, the rest in a menu. */
export function TypeActions({
  type,
  nr,
  sorting,
  selling,
  onAddPrice,
  onEdit,
  onDelete,
}: {
  type: ShownTicketType;
  nr: number;
  sorting: Sorting;
  selling: Selling;
  onAddPrice: () => void;
  onEdit: () => void;
  onDelete: () => void;
}): VNode {
  const { texts: common } = useDashboard();
  const texts = useEventTicketsTexts();
  const { ticketTypeId: id, name } = type;
  const isUntouched = type.figures.sold + type.figures.held === 0;
  const item = (isThere: boolean, entry: MenuItem): MenuItem[] => (isThere ? [entry] : []);
  const items = [
    ...item(type.kind === 'SEATED' && type.seatsOf === null, {
      label: texts.addPriceFor,
      onPress: onAddPrice,
    }),
    ...item(nr > 1, { label: texts.moveUp, onPress: () => sorting.move(id, -1, 'menu') }),
    ...item(nr < sorting.order.length, {
      label: texts.moveDown,
      onPress: () => sorting.move(id, 1, 'menu'),
    }),
    ...item(selling.canStop(type), { label: texts.stop, onPress: () => selling.stop([type]) }),
    ...item(isUntouched, { label: texts.delete, isDangerous: true, onPress: onDelete }),
  ];
  return (
    <>
      {selling.canGoOn(type) && (
        <button type="button" class="second" onClick={() => selling.goOn([type])}>
          {texts.goOn}
          <span class="aloud"> {name}</span>
        </button>
      )}
      <button type="button" class="second" onClick={onEdit} aria-label={texts.editOf(name)}>
        {texts.edit}
      </button>
      {items.length > 0 && <Menu id={`type-${id}`} label={common.parts.actionsOf(name)} items={items} />}
    </>
  );
}
