// Six decimals are a hand's breadth. More would only make the address longer.
const DECIMALS = 6;

/**
 * A link that shows a place on a map. Phones open this address in their map app, with directions; other devices in the browser. Why not
 * another: docs/decisions/public-pages.md.
 */
export function mapLink({ lat, lng }: { lat: number | null; lng: number | null }): string | null {
  if (lat === null || lng === null) return null;
  const [north, east] = [lat, lng].map((degrees) => Number(degrees.toFixed(DECIMALS)));
  return `https://www.google.com/maps/search/?api=1&query=${north}%2C${east}`;
}
