import type { Power } from '../powers.ts';

// The dashboard's page runs this too: nothing here may need Node.

/** The files that can be exported, and the power for each. */
export const EXPORT_POWERS = {
  orders: 'orders.export',
  guests: 'guests.export',
  promo_uses: 'orders.export',
  report: 'orders.export',
  check_ins: 'guests.export',
  newsletter: 'guests.export',
  invoices: 'invoices.see',
  invoice_files: 'invoices.see',
} as const satisfies Record<string, Power>;

export type ExportKind = keyof typeof EXPORT_POWERS;
