-- A ticket that its buyer has put on sale again is refused at the doors. It was let in only where a phone had no network. Validated by the next migration.
ALTER TABLE scans
  DROP CONSTRAINT scans_outcome_check,
  ADD CONSTRAINT scans_outcome_check CHECK (outcome IN ('admitted', 're_entry', 'left', 'already_used', 'not_inside', 'no_reentry', 'void',
    'wrong_door', 'disputed', 'resale', 'too_early', 'passed_on', 'other_event', 'unknown', 'refused', 'undone', 'nothing_to_undo')) NOT VALID,
  DROP CONSTRAINT scans_against_check,
  ADD CONSTRAINT scans_against_check
    CHECK (against IN ('void', 'wrong_door', 'disputed', 'resale', 'too_early', 'passed_on', 'unknown', 'refusal')) NOT VALID;
