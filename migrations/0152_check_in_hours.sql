-- From when phones let guests in: so many minutes before the start. Null: functions/check_in_opens_at.sql says when. Ten years: at any time.
ALTER TABLE check_in_rules ADD COLUMN opens_minutes_before integer CHECK (opens_minutes_before BETWEEN 0 AND 5256000);

ALTER TABLE scans DROP CONSTRAINT scans_outcome_check;
ALTER TABLE scans ADD CONSTRAINT scans_outcome_check CHECK (outcome IN ('admitted', 're_entry', 'left', 'already_used', 'not_inside',
  'no_reentry', 'void', 'wrong_door', 'too_early', 'passed_on', 'other_event', 'unknown', 'refused', 'undone', 'nothing_to_undo')) NOT VALID;
ALTER TABLE scans DROP CONSTRAINT scans_against_check;
ALTER TABLE scans ADD CONSTRAINT scans_against_check
  CHECK (against IN ('void', 'wrong_door', 'too_early', 'passed_on', 'unknown', 'refusal')) NOT VALID;
