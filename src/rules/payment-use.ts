/** Why a payment that came late goes back: functions/settle_payments.sql. */
export type LateBecause = 'gone' | 'code_used' | 'price_changed' | 'bought_already' | 'admission_used';

/** Why a payment bought nothing. */
export type WhyReturned = LateBecause | 'surplus' | 'mismatch';

/** The WhyReturned of a row of `payments` that was not used for its order. */
export const WHY_RETURNED_SQL = `coalesce(late_because, CASE use WHEN 'late' THEN 'gone' ELSE use END)`;
