import { layRow, placeAt } from '../seating-plans/lay-row.ts';
import type { PlanObject, PlanRow, SeatingPlan } from '../seating-plans/plan-schema.ts';
import { buildPlan, buildRow, createIds, idOf } from '../seating-plans/templates/build.ts';
import type { DemoEvent, DemoSeatSection } from './story-types.ts';

const CURVE = 1.6;
const AISLE = 1.2;

/** The hall of a story as a seating plan: curved rows with two aisles, a category for each ticket type, and a stage. */
export function drawDemoHall({ seatSections, hallName = 'Hall' }: DemoEvent): SeatingPlan {
  const newId = createIds();
  const rows = seatSections.flatMap((section) =>
    section.rows.map((label, nth): PlanRow => {
      const side = Math.floor(section.seatsPerRow / 4);
      const aisles = [side, section.seatsPerRow - side].map((after) => ({ after, width: AISLE }));
      const places = layRow({ count: section.seatsPerRow, spacing: 1, curve: CURVE, aisles });
      const row = buildRow(newId, {
        section: idOf(section.name),
        label,
        places: placeAt(places, { x: 0, y: section.firstRowY + nth }),
        numbering: { kind: 'numbers', start: 1, step: 1 },
        category: idOf(section.ticketTypeName),
        curve: CURVE,
      });
      return markRow(row, section);
    }),
  );
  const lastRowY = Math.max(...seatSections.map((section) => section.firstRowY + section.rows.length - 1));
  const around: PlanObject[] = [
    { type: 'stage', id: newId(), label: 'Stage', x: 0, y: -5, width: 14, height: 2.6, angle: 0 },
    { type: 'text', id: newId(), text: 'Foyer', x: 0, y: lastRowY + 3.5, size: 1.2, angle: 0 },
  ];
  return buildPlan(hallName, {
    categories: [...new Set(seatSections.map(({ ticketTypeName }) => ticketTypeName))],
    sections: seatSections.map(({ name }) => name),
    objects: [...around, ...rows],
  });
}

function markRow(
  row: PlanRow,
  { accessibleSeats, restrictedViewSeats, houseSeats }: DemoSeatSection,
): PlanRow {
  return {
    ...row,
    seats: row.seats.map((seat) => {
      const name = `${row.label}-${seat.label}`;
      return {
        ...seat,
        ...(accessibleSeats?.includes(name) && { isAccessible: true }),
        ...(restrictedViewSeats?.includes(name) && { isRestrictedView: true }),
        ...(houseSeats?.names.includes(name) && {
          blocked: { reason: houseSeats.reason, color: houseSeats.color },
        }),
      };
    }),
  };
}
