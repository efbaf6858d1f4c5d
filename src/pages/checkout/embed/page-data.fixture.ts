import type { PageData } from './server/page-data-schema.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';

export function makeTicket(changes: Partial<Ticket> = {}): Ticket {
  return {
    id: 'regular',
    name: 'Regular',
    description: '',
    kind: 'GENERAL',
    status: 'AVAILABLE',
    quantityLeft: 100,
    price: 1_500_000,
    fees: 85_000,
    currency: 'NGN',
    formattedPrice: '₦15,000.00',
    formattedFees: '₦850.00',
    maximumPurchasableTicketCount: 10,
    saleStartsAt: null,
    saleEndsAt: null,
    ...changes,
  };
}

export function makePageData(changes: Partial<PageData> = {}): PageData {
  return {
    slug: 'jazz',
    path: '/checkout/jazz',
    language: 'en',
    locale: 'en-NG',
    currency: 'NGN',
    event: {
      name: 'Jazz',
      kind: 'general',
      state: 'on_sale',
      startsAt: '2027-04-01T18:00:00Z',
      closesAt: '2027-04-01T23:00:00Z',
      doorsAt: null,
      hours: 'Starts 19:00 · ends 00:00 WAT',
      timezone: 'Africa/Lagos',
      place: [],
      mapUrl: null,
      posterUrl: null,
      posterSrcset: null,
      posterAspectRatio: null,
      contactEmail: null,
      hasTerms: false,
      hasRefundPolicy: false,
      address: 'https://tickets.example/events/x',
      hostName: 'Lagos Nights',
      hostAddress: 'https://tickets.example/hosts/lagos-nights',
      hasPromoCodes: true,
      hasWaitingList: false,
      hostMessage: null,
      previewDescription: '',
      samplePhone: '+2348031234567',
    },
    tickets: [makeTicket()],
    questions: [],
    newsletter: null,
    invoices: null,
    transfers: null,
    payment: { page: 'Paystack', ways: ['card', 'bank_transfer', 'ussd'] },
    emailNote: null,
    mustWait: false,
    previewToken: null,
    reference: null,
    ...changes,
  };
}
