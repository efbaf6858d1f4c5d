/** As a condition on `support_visits AS v`: nobody has answered it, and somebody still can. */
export const OPEN_ASK = 'v.allowed_at IS NULL AND v.ended_at IS NULL AND v.ends_at > now()';

/** As a condition on `support_visits AS v`: support may look, at this moment. */
export const OPEN_VISIT = 'v.allowed_at IS NOT NULL AND v.ended_at IS NULL AND v.ends_at > now()';
