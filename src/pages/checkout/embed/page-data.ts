import type { EventState, PageData } from './server/page-data-schema.ts';
import type { Event } from '../../../events/event-schemas.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';
import { sourcesAt } from '../../../media/picture-sources.ts';
import { COUNTRIES, COUNTRY_CODES, localeOf } from '../../../money/countries.ts';
import { describeReturns } from '../../../tickets/describe-returns.ts';
import { eventHours, eventPlace } from '../../../tickets/describe-event.ts';
import type { Language } from '../../../values/language.ts';
import { mapLink } from '../../../values/map-link.ts';
import { newsletterSentence } from '../../../rules/newsletter.ts';
import { textsIn as cartMailTextsIn } from '../../../rules/texts/cart-mail/texts.ts';
import { translateQuestions } from '../../../rules/event-texts.ts';
import type { EmbedEvent } from './server/find-event.ts';
import { publicEventUrl, publicHostUrl } from '../../../events/public-address.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import { emailNoteFor } from '../waiting-room/server/email-note.ts';
import type { WaitingRoomCheck } from '../waiting-room/server/check-must-wait.ts';
import { offerWays } from '../../../orders/ways/offer-ways.ts';

/** The page's data: the event and its tickets exactly as the API tells of them. */
export async function toPageData(input: {
  found: EmbedEvent;
  event: Event;
  tickets: Ticket[];
  /** The page's path for buyers, such as `/checkout/lagos-rooftop-sessions`. */
  path: string;
  language: Language;
  reference: string | null;
  mustWait: boolean;
  rooms: WaitingRoomCheck;
  publicUrl: string;
  gateways: Gateways;
}): Promise<PageData> {
  const { found, event, tickets, language } = input;
  const locale = localeOf(language, event.country);
  const { currency, samplePhone } = COUNTRIES[event.country];
  return {
    slug: found.slug,
    path: input.path,
    language,
    locale,
    currency,
    event: {
      name: event.name,
      kind: found.kind,
      state: eventState(event, tickets),
      startsAt: event.date,
      closesAt: event.closingDate,
      doorsAt: found.doorsAt?.toISOString() ?? null,
      // Written here: the page has enough to load.
      hours: hoursOf(found, event, language),
      timezone: event.timezone,
      place: eventPlace({ ...event, isOnline: found.isOnline }, language),
      mapUrl: mapLink(event),
      posterUrl: event.posterImageURL,
      posterSrcset: event.posterImageURL === null ? null : sourcesAt(event.posterImageURL).srcset,
      posterAspectRatio: event.posterAspectRatio,
      address: publicEventUrl(input.publicUrl, found.slug),
      hostName: found.hostName,
      hostAddress: publicHostUrl(input.publicUrl, found.hostSlug),
      // A preview prices the cart by itself, and knows no codes.
      hasPromoCodes: found.hasPromoCodes && !found.isDraft,
      hasWaitingList: found.hasWaitingList && !found.isDraft,
      contactEmail: found.contactEmail,
      hasTerms: found.hasTerms,
      hasRefundPolicy: found.hasRefundPolicy,
      // Written here, too.
      returns: returnsOf(found, event, tickets, language),
      hostMessage: event.hostMessage,
      previewDescription: event.previewDescription,
      samplePhone,
    },
    tickets,
    questions: translateQuestions(found.questions, found.translations[language]),
    newsletter: sentenceFor(found, language),
    cartMail: found.hasCartMail && !found.isDraft ? cartMailTextsIn(language).tick : null,
    invoices: found.hasInvoices
      ? { countries: COUNTRY_CODES.join(' '), country: COUNTRIES[event.country].region }
      : null,
    payment: tickets.some(({ price, fees }) => price + fees > 0)
      ? await findPayment(input.gateways, found.hostId, currency)
      : null,
    transfers: offeredTransfers(found, currency),
    reference: input.reference,
    // Written here, too.
    emailNote: await emailNoteFor(input.rooms, found, language),
    mustWait: input.mustWait,
    previewToken: found.isDraft ? found.previewToken : null,
  };
}

export const sentenceFor = ({ hostName, newsletter }: EmbedEvent, language: Language): string | null =>
  newsletter === null ? null : newsletterSentence({ name: hostName, sentence: newsletter }, language);

/** The last word has the order (accept_transfers). */
const offeredTransfers = ({ transfers }: EmbedEvent, currency: string): PageData['transfers'] =>
  transfers?.currency === currency && Date.parse(transfers.until) > Date.now()
    ? { keepDays: transfers.keepDays }
    : null;

/** From memory, nearly always: every order asks the same. */
async function findPayment(
  gateways: Gateways,
  hostId: string,
  currency: string,
): Promise<PageData['payment']> {
  const ways = offerWays(await gateways.ways(hostId, currency), currency);
  if (ways.length === 0) return null;
  const pages = [...new Set(ways.flatMap(({ by }) => by ?? []))];
  return {
    page: pages.length === 0 ? null : pages.join(' / '),
    ways: [...new Set(ways.flatMap(({ methods }) => methods))],
  };
}

function returnsOf(
  { returnTerms, startsAt, timezone }: EmbedEvent,
  { country }: Event,
  tickets: Ticket[],
  language: Language,
): string | null {
  const isFree = tickets.every(({ price, fees }) => price + fees === 0);
  return returnTerms && describeReturns(returnTerms, { startsAt, timezone, country }, { language, isFree });
}

function hoursOf({ doorsAt }: EmbedEvent, event: Event, language: Language): string {
  const { date, closingDate, timezone, country } = event;
  const dates = { startsAt: new Date(date), closesAt: new Date(closingDate), doorsAt };
  return eventHours({ ...dates, timezone, country }, language).times;
}

/** The event as a whole: what can be bought decides, then what could be hoped for. */
function eventState({ status, isComingSoon }: Event, tickets: Ticket[]): EventState {
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'ENDED') return 'ended';
  const some = (wanted: Ticket['status']): boolean => tickets.some((ticket) => ticket.status === wanted);
  if (some('AVAILABLE')) return 'on_sale';
  if (isComingSoon || tickets.length === 0 || some('COMING_SOON')) return 'coming_soon';
  return some('SOLD_OUT') ? 'sold_out' : 'sale_ended';
}
