/** Texts about orders on several pages. The texts of the page of one order come with its chunk. */
export const order = {
  states: {
    processing: 'Processing',
    failed: 'Failed',
    pending_payment: 'Waiting for payment',
    confirmed: 'Confirmed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    refunded: 'Refunded',
    partially_refunded: 'Partly refunded',
  },
};
