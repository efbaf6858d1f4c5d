/** Puts texts into the places that are marked `data-field="…"`. Always as text: what a host wrote is never markup here. */
export function fill(element, texts) {
  for (const [field, text] of Object.entries(texts)) {
    const place = element.querySelector(`[data-field='${field}']`);
    place.textContent = text ?? '';
    if (!text) place.hidden = true;
  }
  return element;
}

export const copyOf = (templateId) =>
  document.getElementById(templateId).content.firstElementChild.cloneNode(true);

/** The date where the event is, wherever the visitor may be. */
export const dateOf = ({ date, timezone }) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
  }).format(new Date(date));

export function showPoster(element, { posterImageURL }) {
  const image = element.querySelector("[data-field='poster']");
  if (posterImageURL) image.src = posterImageURL;
  else image.hidden = true;
}
