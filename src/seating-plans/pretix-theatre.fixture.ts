// A theatre as the editor of pretix saves one: zones with curved rows, each seat placed within its row and each row within its zone, in
// pixels; tables beside it, a stage, texts and shapes. Made by ourselves, by its published schema.

type Place = { x: number; y: number };

const CATEGORIES = [
  { name: 'Parkett', color: '#b7dfb9' },
  { name: 'Rang', color: '#e7b7dc' },
  { name: 'Loge', color: '#b7c9e7' },
];

/** Seats on an arc around a point before the stage, as whole pixels. */
function row(
  zone: string,
  number: string,
  { seats, radius, category }: { seats: number; radius: number; category: string },
) {
  const step = 26 / radius;
  const places = Array.from({ length: seats }, (_, nth): Place => {
    const angle = (nth - (seats - 1) / 2) * step;
    return { x: Math.round(Math.sin(angle) * radius), y: Math.round((Math.cos(angle) - 1) * radius) };
  });
  return {
    uuid: `row-${zone}-${number}`,
    row_number: number,
    row_number_position: 'both',
    row_label: `Reihe ${number}`,
    position: { x: 0, y: radius - 300 },
    seats: places.map((position, nth) => ({
      uuid: `uuid-${zone}-${number}-${nth + 1}`,
      seat_guid: `${zone}-${number}-${nth + 1}`,
      seat_number: `${nth + 1}`,
      position,
      category,
      radius: 10,
      ...(nth === 0 && { start_direction: '>' }),
    })),
  };
}

const text = (words: string, x = 0, y = 0) => ({
  position: { x, y },
  color: '#333333',
  text: words,
  size: 20,
});
const area = (nth: number, shape: string, position: Place, more: object) => ({
  uuid: `area-${nth}`,
  shape,
  color: '#dddddd',
  border_color: '#888888',
  rotation: 0,
  position,
  ...more,
});

/** 8 rows of stalls, 3 of a circle, and two boxes whose seats have no numbers of their own. */
export const makePretixTheatre = () => ({
  name: 'Stadttheater – Großes Haus',
  categories: CATEGORIES,
  zones: [
    {
      name: 'Parkett',
      zone_id: 'P',
      uuid: 'zone-p',
      position: { x: 600, y: 200 },
      rows: Array.from({ length: 8 }, (_, nth) =>
        row('P', `${nth + 1}`, { seats: 14 + nth, radius: 300 + nth * 32, category: 'Parkett' }),
      ),
      areas: [
        area(
          1,
          'rectangle',
          { x: -150, y: -120 },
          { rectangle: { width: 300, height: 60 }, text: text('Bühne', 150, 30) },
        ),
        area(2, 'circle', { x: 420, y: 300 }, { circle: { radius: 25 }, text: text('Säule') }),
        area(3, 'text', { x: -420, y: 320 }, { text: text('Eingang links') }),
        area(
          4,
          'polygon',
          { x: -480, y: 120 },
          {
            polygon: {
              points: [
                { x: 0, y: 0 },
                { x: 60, y: 0 },
                { x: 0, y: 90 },
              ],
            },
          },
        ),
        area(5, 'ellipse', { x: 460, y: 60 }, { ellipse: { radius: { x: 40, y: 20 } } }),
      ],
    },
    {
      name: 'Rang',
      zone_id: 'R',
      uuid: 'zone-r',
      position: { x: 600, y: 560 },
      rows: Array.from({ length: 3 }, (_, nth) =>
        row('R', 'ABC'.charAt(nth), { seats: 22, radius: 420 + nth * 32, category: 'Rang' }),
      ),
      areas: [],
    },
    ...['L', 'M'].map((zone, nth) => ({
      name: `Loge ${nth + 1}`,
      zone_id: zone,
      uuid: `zone-${zone}`,
      position: { x: 150 + nth * 900, y: 300 },
      rows: [
        {
          ...row(zone, '', { seats: 4, radius: 900, category: 'Loge' }),
          seats: row(zone, '', { seats: 4, radius: 900, category: 'Loge' }).seats.map((seat) => ({
            ...seat,
            seat_number: '',
          })),
        },
      ],
      areas: [],
    })),
  ],
  size: { width: 1200, height: 900 },
});
