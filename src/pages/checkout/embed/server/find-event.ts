import type { HostToAsk } from '../../../contract.ts';
import { createBoundedMap } from '../../../../cache/bounded-map.ts';
import { createCachedLookUps } from '../../../../cache/cached-look-ups.ts';
import type { Changes } from '../../../../db/changes.ts';
import type { Database } from '../../../../db/database.ts';
import { Refusal } from '../../../../refusal.ts';
import { isSlug, noSuchEvent } from '../../../../events/slug.ts';
import { ASKED_QUESTIONS_SQL } from '../../../../questions/asked-questions.ts';
import type { Translation } from '../../../../rules/event-texts.ts';
import type { Language } from '../../../../values/language.ts';
import type { ReturnTerms } from '../../../../rules/returns.ts';
import type { AskedQuestion } from '../../../../rules/questions.ts';
import type { HexColor } from '../../../../values/contrast.ts';
import type { Theme } from '../../../../rules/theme.ts';

/** The host and the look of the event at an address: the embed has no key that would say so. */
export type EmbedEvent = {
  eventId: string;
  hostId: string;
  slug: string;
  name: string;
  /** In no list, and kept out of search engines. */
  isUnlisted: boolean;
  /** Counts the changes of the event. */
  version: number;
  /** When it was to be before it was moved; null: it never was. */
  movedFrom: Date | null;
  /** When the doors open; null: the host has not said. */
  doorsAt: Date | null;
  isOnline: boolean;
  hostName: string;
  hostSlug: string;
  /** The contact address for buyers; null: none is shown. */
  contactEmail: string | null;
  /** Says which texts exist. The texts themselves are read when somebody opens them. */
  hasTerms: boolean;
  hasRefundPolicy: boolean;
  /** Whether and how buyers return tickets by themselves; null: they don’t. */
  returnTerms: ReturnTerms | null;
  startsAt: Date;
  timezone: string;
  kind: 'general' | 'seat_map';
  /** False: nobody is asked for a promo code. */
  hasPromoCodes: boolean;
  theme: Theme | null;
  color: HexColor | null;
  /** The sites that may frame it; null: any. */
  origins: string[] | null;
  /** The host's questions, in order. */
  questions: AskedQuestion[];
  /** The translated questions, by language: of each language that the event has. */
  translations: Partial<Record<Language, Translation['questions']>>;
  /** The host's own sentence, empty where ours is taken; null: it has no newsletter. */
  newsletter: string | null;
  /** People may join the waiting list of what is sold out. */
  hasWaitingList: boolean;
  /** Buyers may ask to be reminded of a cart that they leave behind. */
  hasCartMail: boolean;
  /** The host sends invoices, to whoever asks or to all. */
  hasInvoices: boolean;
  /** The token by which it is shown before it is public, or in a look that is not saved: find-preview.ts. */
  previewToken: string | null;
  isDraft: boolean;
  /** Until when the event takes bank transfers, how long tickets are kept for one, and in which currency; null: it takes none. */
  transfers: { until: string; keepDays: number; currency: string } | null;
};

// Word of every change comes at once; this is for the word that never came.
const FRESH_FOR_MS = 60_000;
const MAX_EVENTS = 10_000;

/** Public events by slug, cached and dropped when their host's catalog changes. */
export function createEventFinder(options: { database: Database; changes: Changes }) {
  const cached = createCachedLookUps<EmbedEvent>({ max: MAX_EVENTS, freshForMs: FRESH_FOR_MS });
  // Addresses that led to an event when they were last looked up, remembered when the event is dropped: nobody guesses at those.
  const wereThere = createBoundedMap<string, true>({ max: MAX_EVENTS });
  options.changes.listen('catalog_changed', {
    onChange(hostId) {
      // Of what is being read at this moment nobody knows yet whose it is.
      if (hostId) cached.forgetWhere((_slug, event) => event === undefined || event.hostId === hostId);
      else cached.forgetAll();
    },
    onGap: cached.forgetAll,
  });

  async function lookUp(slug: string): Promise<EmbedEvent> {
    const event = await readEmbedEvent(options.database, slug, { previewToken: null }).catch(
      (error: unknown) => {
        if (error instanceof Refusal) wereThere.delete(slug);
        throw error;
      },
    );
    wereThere.set(slug, true);
    return event;
  }

  return {
    /**
     * Refuses with `not_found` where there is no such event, or it is a draft. `beforeLookUp` is called before the
     * database is asked about an address that never led to an event, and may refuse.
     */
    async find(slug: string, beforeLookUp: () => void = () => {}): Promise<EmbedEvent> {
      if (!isSlug(slug)) throw noSuchEvent(slug);
      if (!wereThere.get(slug)) beforeLookUp();
      return cached.find(slug, () => lookUp(slug));
    },
  };
}

export type EventFinder = ReturnType<typeof createEventFinder>;

/** Drafts are only for previews. */
export async function readEmbedEvent(
  database: Database,
  slug: string,
  { previewToken }: { previewToken: string | null },
): Promise<EmbedEvent> {
  const { rows } = await database.query<EmbedEvent>(
    `SELECT event.id AS "eventId", event.host_id AS "hostId", event.slug, event.name, event.is_unlisted AS "isUnlisted", event.version,
            (SELECT moved.old_starts_at FROM event_postponements AS moved WHERE moved.event_id = event.id
              ORDER BY moved.created_at DESC LIMIT 1) AS "movedFrom",
            event.starts_at - event.doors_minutes * interval '1 minute' AS "doorsAt",
            event.is_online AS "isOnline", host.name AS "hostName", host.slug AS "hostSlug",
            host.contact_email AS "contactEmail", host.terms <> '' AS "hasTerms",
            host.refund_policy <> '' AS "hasRefundPolicy", event.return_terms AS "returnTerms", event.starts_at AS "startsAt", event.timezone,
            event.kind,
            EXISTS (SELECT FROM promo_codes WHERE event_id = event.id) AS "hasPromoCodes",
            event.embed_theme AS theme, event.embed_color AS color, event.embed_origins AS origins,
            ${ASKED_QUESTIONS_SQL} AS questions,
            coalesce((SELECT json_object_agg(language, questions)
                        FROM event_translations WHERE event_id = event.id), '{}') AS translations,
            CASE WHEN host.has_newsletter THEN host.newsletter_sentence END AS newsletter,
            EXISTS (SELECT FROM automatic_mails WHERE event_id = event.id AND kind = 'cart' AND is_on) AS "hasCartMail",
            coalesce((SELECT for_orders <> 'none' FROM invoice_settings WHERE host_id = host.id ORDER BY since DESC LIMIT 1), false)
              AS "hasInvoices",
            EXISTS (SELECT FROM waiting_lists WHERE event_id = event.id AND stopped_at IS NULL) AS "hasWaitingList",
            $2::text AS "previewToken", event.status = 'DRAFT' AS "isDraft",
            (SELECT json_build_object('until', event.starts_at - s.ends_before_days * interval '1 day', 'keepDays', s.keep_days,
                                      'currency', s.currency)
               FROM bank_transfer_settings AS s
              WHERE s.host_id = host.id AND s.is_on AND NOT event.id = ANY (s.events_off)) AS transfers
       FROM events AS event JOIN hosts AS host ON host.id = event.host_id
      WHERE event.slug = $1 AND ($2 IS NOT NULL OR event.status <> 'DRAFT') AND host.suspended_at IS NULL`,
    [slug, previewToken],
  );
  const [event] = rows;
  if (!event) throw noSuchEvent(slug);
  return event;
}

/** The host's contact, for an event whose page can't be shown. */
export const hostToAsk = (event: EmbedEvent | null): HostToAsk | null =>
  event && { hostName: event.hostName, contactEmail: event.contactEmail, subject: event.name };
