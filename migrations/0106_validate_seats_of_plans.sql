ALTER TABLE seats VALIDATE CONSTRAINT seats_of_plans, VALIDATE CONSTRAINT blocked_seats_are_nobodys;
