const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** From this width on, use the desktop height. */
const DESK_PX = 640;

/** A link that the script turns into a button above the page: without the script it opens the event's page. */
export function buttonSnippet({
  label,
  address,
  eventUrl,
}: {
  label: string;
  address: string;
  eventUrl: string;
}): string {
  return `<a
  class="tessera-button"
  data-tessera-checkout="${escapeHtml(address)}"
  href="${escapeHtml(eventUrl)}"
>${escapeHtml(label)}</a>
<script async src="${escapeHtml(new URL('embed.js', address).href)}"></script>`;
}

/** The code for the host's site. The heights fit the tallest step: an iframe never changes its own. */
export function embedSnippet({
  title,
  address,
  heights,
}: {
  title: string;
  address: string;
  heights: { phone: number; desk: number };
}): string {
  const onDesk =
    heights.desk === heights.phone
      ? ''
      : `\n  @media (min-width: ${DESK_PX}px) { .tessera-checkout { height: ${heights.desk}px; } }`;
  return `<style>
  .tessera-checkout { width: 100%; height: ${heights.phone}px; border: 0; }${onDesk}
</style>
<iframe
  class="tessera-checkout"
  title="${escapeHtml(title)}"
  src="${escapeHtml(address)}"
  allow="payment"
></iframe>`;
}
