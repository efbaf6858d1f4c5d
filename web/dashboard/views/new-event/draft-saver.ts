import { signal } from '@preact/signals';
import type { DraftView } from '../../../../src/dashboard/new-event/new-event-view.ts';
import { checkBody } from '../../../../src/values/check-body.ts';
import { CallFailed } from '../../../shared/call-server.ts';
import type { CallDashboard } from '../../call-dashboard.ts';
import { toBody } from '../../parts/to-body.ts';
import {
  EVENT_FIELDS,
  hasTicketField,
  readPrice,
  schemaFor,
  TICKET_FIELDS,
  typedFrom,
  type DraftBody,
  type DraftValues,
} from './draft-form.ts';

export type SaveState = 'nothing yet' | 'saving' | 'saved' | 'failed';

type Parts = {
  call: CallDashboard;
  /** An address in the host, such as `/new-event`. */
  at: (path: string) => string;
  eventId: string;
  empty: DraftValues;
  draft: DraftView | null;
  values: { value: DraftValues };
  /** The newest that the server has of the draft. */
  latest: (eventId: string) => Promise<DraftView | null>;
  onMade: (draft: DraftView) => void;
};

/**
 * Sends what was typed, as soon as it can stand: one call at a time, and only what has changed. The draft is made with its name; what
 * somebody else has changed meanwhile is taken over, where this page has not changed the same.
 */
export function createDraftSaver(parts: Parts) {
  const state = signal<SaveState>(parts.draft ? 'saved' : 'nothing yet');
  let { draft } = parts;
  let saved = draft ? typedFrom(draft, parts.empty) : parts.empty;
  let running: Promise<void> | null = null;

  const schema = () => schemaFor(parts.values.value, draft);
  /** The fields that were changed since they were saved, and can be saved as they are. */
  function changed(): (keyof DraftBody)[] {
    const wrong = new Set(
      checkBody(schema(), toBody(schema(), parts.values.value)).map(({ field }) => field),
    );
    return (Object.keys(saved) as (keyof DraftBody)[]).filter(
      (name) => !wrong.has(name) && parts.values.value[name] !== saved[name],
    );
  }
  const isTicketWhole = (): boolean => {
    const wrong = checkBody(schema(), toBody(schema(), parts.values.value)).map(({ field }) => field);
    return !hasTicketField(wrong);
  };
  const owesTicket = (): boolean =>
    draft !== null &&
    draft.ticketTypeCount < 2 &&
    isTicketWhole() &&
    (draft.ticketType === null || hasTicketField(changed()));
  const owes = (): boolean => {
    if (draft === null) return changed().includes('name');
    return changed().some((name) => EVENT_FIELDS.includes(name as 'name')) || owesTicket();
  };

  function take(now: DraftView): void {
    const theirs = typedFrom(now, parts.empty);
    // What nobody has touched here is as the server has it.
    const untouched = (Object.keys(theirs) as (keyof DraftBody)[]).filter(
      (name) => parts.values.value[name] === saved[name],
    );
    draft = now;
    saved = {
      ...theirs,
      ...(now.ticketType === null && {
        ticketName: saved.ticketName,
        price: saved.price,
        capacity: saved.capacity,
      }),
    };
    const fresh = Object.fromEntries(untouched.map((name) => [name, saved[name]]));
    parts.values.value = { ...parts.values.value, ...fresh };
  }

  /** As it was typed: what the server makes of it (a number, no blanks around it) is not another change. */
  const keep = (typed: DraftValues, names: readonly (keyof DraftBody)[]): void => {
    saved = { ...saved, ...Object.fromEntries(names.map((name) => [name, typed[name]])) };
  };

  async function sendOnce(): Promise<void> {
    const typed = parts.values.value;
    const body = toBody(schema(), typed) as DraftBody;
    if (draft === null) {
      const { name, kind, categorySlug } = body;
      const made = await parts.call<{ draft: DraftView }>(parts.at('/new-event'), {
        method: 'POST',
        body: { eventId: parts.eventId, name, kind, categorySlug },
      });
      take(made.draft);
      keep(typed, ['name', 'kind', 'categorySlug']);
      parts.onMade(made.draft);
      return;
    }
    const fields = changed().filter((name) => EVENT_FIELDS.includes(name as 'name'));
    if (fields.length > 0) {
      const changes = Object.fromEntries(fields.map((name) => [name, body[name]]));
      const answer = await parts.call<{ draft: DraftView }>(parts.at(`/events/${draft.eventId}/draft`), {
        method: 'PATCH',
        body: { version: draft.version, ...changes },
      });
      take(answer.draft);
      keep(typed, fields);
    } else {
      draft = await sendTicket(draft, body);
      keep(typed, TICKET_FIELDS);
    }
  }

  async function sendTicket(to: DraftView, body: DraftBody): Promise<DraftView> {
    const isSeated = body.kind === 'seat_map';
    const fields = { name: body.ticketName, priceMinor: readPrice(body.price) };
    const capacity = isSeated ? 0 : body.capacity;
    const address = parts.at(`/events/${to.eventId}/tickets`);
    if (to.ticketType) {
      const { ticketTypeId, version } = to.ticketType;
      const { ticketType } = await parts.call<{ ticketType: { version: number } }>(
        `${address}/${ticketTypeId}`,
        {
          method: 'PATCH',
          body: { version, ...fields, ...(!isSeated && { capacity }) },
        },
      );
      return { ...to, ticketType: { ticketTypeId, version: ticketType.version, ...fields, capacity } };
    }
    const { ticketTypeId } = await parts.call<{ ticketTypeId: string }>(address, {
      method: 'POST',
      body: {
        ...fields,
        kind: isSeated ? 'SEATED' : 'GENERAL',
        capacity,
        description: '',
        maximumPerOrder: 10,
        saleStartsAt: null,
        saleEndsAt: null,
      },
    });
    return { ...to, ticketType: { ticketTypeId, version: 1, ...fields, capacity }, ticketTypeCount: 1 };
  }

  async function run(): Promise<void> {
    state.value = 'saving';
    let retries = 0;
    try {
      while (owes()) {
        try {
          await sendOnce();
        } catch (error) {
          const isOthers = error instanceof CallFailed && error.code === 'changed_meanwhile';
          const now = isOthers && retries < 3 ? await parts.latest(parts.eventId) : null;
          if (!now) throw error;
          retries += 1;
          take(now);
        }
      }
      state.value = draft === null ? 'nothing yet' : 'saved';
    } catch (error) {
      state.value = 'failed';
      throw error;
    } finally {
      running = null;
    }
  }

  return {
    state,
    owes,
    draft: (): DraftView | null => draft,
    /** Until all that can be saved is. */
    save: (): Promise<void> =>
      (running ??= owes() ? run() : Promise.resolve().finally(() => (running = null))),
  };
}
