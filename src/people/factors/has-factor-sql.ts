/** Whether the row `p` of `people` has set up a second factor. */
export const HAS_FACTOR_SQL = `(p.totp_confirmed_at IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE person_id = p.id))`;
