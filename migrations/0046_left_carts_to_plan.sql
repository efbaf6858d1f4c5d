-- Every minute those are looked for whose mail is not planned yet: few, among all that somebody was told of in a year.
CREATE INDEX left_carts_to_plan ON left_carts (asked_at) WHERE NOT is_planned AND email IS NOT NULL;
