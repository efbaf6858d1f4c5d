// Money is in minor units of the host's currency (kobo, pesewas, cents). Days count from the moment of seeding, so that
// the demo never goes stale: a negative number is in the past, and an event that starts there has ended.

export type DemoTicketType = {
  /** Left out: a new one. */
  id?: string;
  name: string;
  description: string;
  priceMinor: number;
  /** Sold tickets included; a SEATED type has exactly as many as its section has seats. */
  capacity: number;
  maximumPerOrder: number;
  kind: 'GENERAL' | 'SEATED';
  soldCount?: number;
  /** Orders that somebody is about to pay for when the demo starts. */
  unpaidOrders?: number;
  saleStartsInDays?: number;
  saleEndsInDays?: number;
};

/** Takes off a share (1,000 basis points are 10 %) or a fixed sum; without `ticketTypeNames` it holds for every type. */
export type DemoPromoCode = {
  code: string;
  percentBasisPoints?: number;
  amountMinor?: number;
  maximumUses?: number;
  ticketTypeNames?: string[];
};

/** Seats are named like "A-1": row, then number from 1. */
export type DemoSeatSection = {
  name: string;
  ticketTypeName: string;
  rows: string[];
  seatsPerRow: number;
  /** In layout units, one from row to row and from seat to seat; larger is further from the stage. */
  firstRowY: number;
  accessibleSeats?: string[];
  restrictedViewSeats?: string[];
  /** Kept back from buyers. */
  houseSeats?: { names: string[]; reason: string; color: number };
};

/** To everybody with a ticket. */
export type DemoMessage = { subject: string; text: string; daysAgo: number };

export type DemoEvent = {
  slug: string;
  name: string;
  categorySlug: string;
  /** Plain text; a blank line between paragraphs. */
  description: string;
  previewDescription: string;
  startsInDays: number;
  /** 0 to 23 in the host's timezone. */
  startHour: number;
  durationHours: number;
  status: 'DRAFT' | 'LIVE' | 'CANCELLED';
  /** Why an event was cancelled, for its buyers. */
  cancelledFor?: string;
  isComingSoon?: boolean;
  isUnlisted?: boolean;
  /** Account names stand without the @, the website as a whole address. */
  instagram?: string;
  website?: string;
  xAccount?: string;
  /** Outside Nigeria the region or province, and then the district or municipality. */
  state: string;
  lga: string;
  street?: string;
  directions?: string;
  /** Degrees, WGS 84. */
  lng?: number;
  lat?: number;
  hideLocation?: boolean;
  hostMessage?: string;
  headliners: { name: string; role: string }[];
  gallery: { alt: string }[];
  ticketTypes: DemoTicketType[];
  promoCodes: DemoPromoCode[];
  /** The doors: a phone that gets a link in the dashboard is a scanner at once. */
  doors?: { name: string; ticketTypeNames?: string[] }[];
  message?: DemoMessage;
  seatSections: DemoSeatSection[];
  /** The name of its seating plan. */
  hallName?: string;
};

/** The fee on a ticket is a share of its price in basis points plus a flat sum, up to the cap. */
export type DemoHost = {
  name: string;
  /** The owner's, and where buyers ask. */
  email: string;
  ownerName: string;
  terms: string;
  refundPolicy: string;
  taxNumber: string;
  sellerName: string;
  sellerAddress: string;
  vatBasisPoints: number;
  country: 'NIGERIA' | 'GHANA' | 'SOUTH_AFRICA';
  timezone: string;
  feeBasisPoints: number;
  feeFlatMinor: number;
  feeCapMinor: number;
  feesAbsorbed: boolean;
  events: DemoEvent[];
};

/** Somebody who works for one host or several, named by the owner's e-mail. Without `eventSlugs`: for all its events. */
export type DemoMember = {
  name: string;
  email: string;
  worksFor: { host: string; role: 'manager' | 'finance' | 'door'; eventSlugs?: string[] }[];
};
