// The dashboard's page runs this too: nothing here may need Node.

// With what happened, and the longest key of a request, it fits an entry of an order's history.
export const MAX_REFUND_REASON_CHARACTERS = 200;
// With who says so, it fits too.
export const MAX_SETTLED_CHARACTERS = 300;
