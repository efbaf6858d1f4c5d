/** Said of orders by several rooms. What the page of one order says is with its chunk. */
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
