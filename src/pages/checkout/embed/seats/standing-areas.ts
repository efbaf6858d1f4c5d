import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { boxOfDrawn, middleOfArea } from '../../../seat-map/drawn-boxes.ts';
import { paintLines } from '../../../seat-map/paint-labels.ts';
import type { Overlay } from '../../../seat-map/scene.ts';
import type { Picker } from './picker.ts';

// A standing area is a ticket type of the page, whose line is below the map: the map shows the price, and leads there.

/** The price of every standing area, below its name. */
export function paintAreas(picker: Picker): Overlay {
  return (context, frame) => {
    const { scale } = frame.view;
    for (const object of frame.scene.seating.drawing) {
      if (object.type !== 'standing') continue;
      const ticket = ticketOf(picker, object.id);
      if (!ticket) continue;
      const { left, right, top, bottom } = boxOfDrawn(object);
      const { x, y } = middleOfArea(object.points);
      const isLeft = ticket.status === 'AVAILABLE' || ticket.status === 'COMING_SOON';
      const price = isLeft ? picker.formatMoney(ticket.price) : picker.texts.soldOut;
      const room = { width: (right - left) * scale, height: ((bottom - top) / 2) * scale, fontPx: 12 };
      if (room.height < 1.5 * NAME_PX) continue;
      paintLines(context, frame, [price], { at: { x, y: y + NAME_PX / scale }, ...room });
    }
  };
}

// The name of the area stands in its middle, and is at most this high with what is around it.
const NAME_PX = 20;

/** One more ticket for a standing area, as if the line of its ticket type was pressed; the focus goes there, for another. */
export function addStanding(picker: Picker, areaId: string): void {
  const ticket = ticketOf(picker, areaId);
  const more = ticket && document.getElementById(ticket.id)?.querySelector<HTMLElement>('[data-by="1"]');
  more?.click();
  more?.focus();
}

function ticketOf({ seatMap, tickets }: Picker, areaId: string): Ticket | undefined {
  const area = seatMap.drawing?.find(({ id }) => id === areaId);
  const ticketTypeId = area?.type === 'standing' ? area.ticketTypeId : undefined;
  return tickets.peek().find(({ id }) => id === ticketTypeId);
}
