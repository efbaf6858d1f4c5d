type Answer = { data?: unknown };

/**
 * Fills the next call's form with what it needs from an answer, so that a whole purchase is made by pressing Send. The
 * visitor's own text is left alone.
 */
export function carryOver(operation: string, answer: unknown): void {
  const { data } = (answer ?? {}) as Answer;
  if (operation === 'listEvents') {
    const [event] = (data as { items?: { slug: string }[] } | undefined)?.items ?? [];
    if (event) fillIn('slug', event.slug);
  }
  if (operation === 'listTickets') {
    const tickets = (data ?? []) as { id: string; status: string }[];
    const ticket = tickets.find(({ status }) => status === 'AVAILABLE');
    if (ticket) changeBody('createReservation', () => ({ items: [{ sku: ticket.id, quantity: 1 }] }));
  }
  if (operation === 'createReservation') {
    const { reservationToken, quoteReference } = data as { reservationToken: string; quoteReference: string };
    fillIn('X-Device-ID', reservationToken);
    changeBody('createOrder', (body) => ({ ...body, quoteReference }));
  }
}

/** The default is what was last filled in for the visitor; another value is the visitor's own. */
const isUntouched = ({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  value === defaultValue;

function fill(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (!isUntouched(field)) return;
  field.defaultValue = value;
  field.value = value;
}

function fillIn(name: string, value: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`.try input[name="${name}"]`)) {
    fill(input, value);
  }
}

function changeBody(operation: string, change: (body: object) => object): void {
  const form = document.querySelector(`form[data-operation="${operation}"]`);
  const field = form?.querySelector('textarea');
  if (field && isUntouched(field)) {
    fill(field, JSON.stringify(change(JSON.parse(field.value) as object), null, 2));
  }
}
