import type { Event, EventSummary, GalleryImage } from '../events/event-schemas.ts';
import { SAMPLE_SKU, type Ticket } from '../inventory/ticket-schema.ts';
import type { Order, OrderBody } from '../orders/order-schema.ts';
import type { Purchase } from '../webhooks/delivery/make-body.ts';
import type { Reservation, ReservationBody } from '../reservations/reservation-schema.ts';

// Samples for the API document. Their types, and a test, hold them to the schemas.

export const EXAMPLE_EVENT_SUMMARY: EventSummary = {
  id: '019a8f3e-5c21-7d4a-9b1e-2f6c8d0e4a17',
  name: 'Lagos Rooftop Sessions',
  slug: 'lagos-rooftop-sessions',
  posterImageURL: 'https://tickets.example/media/4f2a9c.png',
  posterAspectRatio: 0.75,
  category: { name: 'Music', slug: 'music' },
  cheapestTicketPrice: 1500000,
  formattedCheapestPrice: '₦15,000.00',
  description: 'Four bands, one rooftop, the whole of Lagos below.',
  previewDescription: 'Four bands, one rooftop.',
  date: '2027-03-06T18:00:00.000Z',
  closingDate: '2027-03-06T23:00:00.000Z',
  timezone: 'Africa/Lagos',
  status: 'LIVE',
  isComingSoon: false,
  instagram: 'lagosrooftop',
  website: 'https://lagosrooftop.example',
  xAccount: null,
  country: 'NIGERIA',
  state: 'Lagos',
  lga: 'Eti-Osa',
  street: '12 Marina Road',
  directions: 'The lift behind the bookshop, top floor.',
  lng: 3.4219,
  lat: 6.4281,
  hideLocation: false,
  hostMessage: 'Doors open at five.',
  createdAt: '2026-11-01T09:30:00.000Z',
};

export const EXAMPLE_EVENT: Event = {
  ...EXAMPLE_EVENT_SUMMARY,
  headliners: [
    {
      id: '019a8f3e-5c22-7000-8a52-0d4f6b7c1e90',
      name: 'The Marina Horns',
      role: 'Live band',
      imageURL: null,
    },
  ],
};

export const EXAMPLE_GALLERY_IMAGE: GalleryImage = {
  id: '019a8f3e-5c23-7b11-a0f4-93d2e1c8b765',
  url: 'https://tickets.example/media/77c1e0.png',
  thumbnailURL: 'https://tickets.example/media/77c1e0-small.png',
  width: 960,
  height: 640,
  alt: 'The roof at dusk, seen from the stage',
  position: 0,
};

export const EXAMPLE_TICKET: Ticket = {
  id: SAMPLE_SKU,
  name: 'Regular',
  description: 'Standing, first drink included.',
  kind: 'GENERAL',
  status: 'AVAILABLE',
  quantityLeft: 212,
  price: 1500000,
  fees: 85000,
  currency: 'NGN',
  formattedPrice: '₦15,000.00',
  formattedFees: '₦850.00',
  maximumPurchasableTicketCount: 10,
  saleStartsAt: null,
  saleEndsAt: null,
  backOnSaleAt: null,
};

export const EXAMPLE_RESERVATION_BODY: ReservationBody = {
  items: [{ sku: EXAMPLE_TICKET.id, quantity: 2 }],
  promoCode: 'LAGOS10',
};

export const EXAMPLE_RESERVATION: Reservation = {
  reservationToken: '3f6c1f0e-8f52-4d0b-9c57-6a1a1f6f3f10',
  quoteReference: 'q_Zk3vV0m1bJx8mJx2Yw9QpL4t',
  total: 2855000,
  totalFees: 155000,
  discount: 300000,
  promoCode: 'LAGOS10',
  items: [
    {
      sku: EXAMPLE_TICKET.id,
      name: 'Regular',
      quantity: 2,
      price: 1500000,
      fee: 77500,
      discount: 300000,
      total: 2855000,
    },
  ],
  currency: 'NGN',
  formattedTotal: '₦28,550.00',
  clientExpiresAt: '2027-03-01T12:09:45.000Z',
};

export const EXAMPLE_ORDER_BODY: OrderBody = {
  quoteReference: EXAMPLE_RESERVATION.quoteReference,
  email: 'adaeze@example.com',
  firstName: 'Adaeze',
  lastName: 'Okafor',
  phone: '+2348031234567',
  callbackUrl: 'https://lagosrooftop.example/thanks',
  metadata: { campaign: 'newsletter' },
};

export const EXAMPLE_ORDER: Order = {
  status: 'pending_payment',
  checkoutUrl: 'https://checkout.paystack.com/5j2k8d',
  reference: 'TSR-4K7Q-9XWD-2MBA-R8TN',
  total: EXAMPLE_RESERVATION.total,
  currency: EXAMPLE_RESERVATION.currency,
  formattedTotal: EXAMPLE_RESERVATION.formattedTotal,
  receiptUrl: null,
};

export const EXAMPLE_PURCHASE: Purchase = {
  eventId: EXAMPLE_EVENT.id,
  country: 'NIGERIA',
  reference: EXAMPLE_ORDER.reference,
  totalMinor: EXAMPLE_ORDER.total,
  paidAt: new Date('2027-03-01T12:04:30.000Z'),
  items: EXAMPLE_RESERVATION.items,
  buyer: {
    email: EXAMPLE_ORDER_BODY.email,
    firstName: EXAMPLE_ORDER_BODY.firstName,
    lastName: EXAMPLE_ORDER_BODY.lastName,
    phone: EXAMPLE_ORDER_BODY.phone ?? null,
  },
  recipients: null,
  metadata: JSON.stringify(EXAMPLE_ORDER_BODY.metadata),
};
